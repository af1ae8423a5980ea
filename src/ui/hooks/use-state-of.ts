import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * State of one thing, as of one list among others. With another it begins anew, and what was still going on for the one
 * before changes nothing: as if the component had a key, but whoever types in it keeps the focus.
 *
 * @param of the same object or text for the same thing
 */
export function useStateOf<Value>(of: unknown, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [state, setState] = useState({ of, value: initial });
  const isAnother = !Object.is(state.of, of);
  if (isAnother) setState({ of, value: initial });
  const set = useCallback<Dispatch<SetStateAction<Value>>>(
    (next) => {
      setState((before) => {
        if (!Object.is(before.of, of)) return before;
        // Safe: a value that is a function is not distinguished from an update, as with `useState`.
        const value = typeof next === 'function' ? (next as (value: Value) => Value)(before.value) : next;
        return Object.is(value, before.value) ? before : { of, value };
      });
    },
    [of],
  );
  return [isAnother ? initial : state.value, set];
}
