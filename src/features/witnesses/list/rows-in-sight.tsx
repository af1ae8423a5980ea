import { createContext, use, useEffect, useMemo, useRef } from 'react';
import { useStateOf } from '#ui/hooks/use-state-of.ts';

/** Which rows are drawn, reported by the rows themselves: heights differ, so counting pixels would be guessing. */
export interface Sight {
  readonly enter: (index: number) => void;
  readonly leave: (index: number) => void;
}

export const SightContext = createContext<Sight>({ enter: () => undefined, leave: () => undefined });

/** Milliseconds without another row: pages that are only flown over are not read. */
const settleMilliseconds = 120;

/** Draws nothing; says that its row is drawn. */
export function InSight({ index }: { index: number }) {
  const { enter, leave } = use(SightContext);
  useEffect(() => {
    enter(index);
    return () => {
      leave(index);
    };
  }, [enter, leave, index]);
  return null;
}

/**
 * The pages of which rows are drawn, once scrolling settles.
 *
 * @param list whose rows they are: another one begins at its own start
 */
export function useSight(
  list: unknown,
  size: number,
  start: number,
): { sight: Sight; inSight: readonly number[]; look: (pages: readonly number[]) => void } {
  const drawn = useRef(new Map<number, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestSize = useRef(size);
  const [inSight, setInSight] = useStateOf<readonly number[]>(list, [start]);
  const sight = useMemo<Sight>(() => {
    const settle = (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const pages = new Set(
          [...drawn.current.keys()].map((index) => Math.floor(index / latestSize.current) + 1),
        );
        if (pages.size === 0) return;
        const next = [...pages].sort((a, b) => a - b);
        setInSight((before) => (before.join() === next.join() ? before : next));
      }, settleMilliseconds);
    };
    return {
      enter: (index) => {
        drawn.current.set(index, (drawn.current.get(index) ?? 0) + 1);
        settle();
      },
      leave: (index) => {
        const left = (drawn.current.get(index) ?? 1) - 1;
        if (left > 0) drawn.current.set(index, left);
        else drawn.current.delete(index);
        settle();
      },
    };
  }, [setInSight]);
  useEffect(() => {
    latestSize.current = size;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { sight, inSight, look: setInSight };
}
