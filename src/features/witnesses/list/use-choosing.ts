import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { useClient } from '#client/session/session-context.tsx';
import { useStateOf } from '#ui/hooks/use-state-of.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';
import { choose, everythingChosen, isChosen, nothingChosen, type Selection } from './selection.ts';
import type { Row } from './use-witness-rows.ts';

/** Pages that are read to choose all between two rows; who wants more wants the whole list. */
const mostPagesBetween = 20;

export interface Choosing {
  readonly selection: Selection;
  /** Keys of the chosen rows. */
  readonly checked: ReadonlySet<string>;
  /** What is under way, or why a range was not chosen. */
  readonly note: string | undefined;
  readonly toggle: (index: number, chosen: boolean, ranged: boolean) => void;
  readonly all: () => void;
  readonly none: () => void;
}

/**
 * Choosing in a list of which most was never read: a range reads what lies between.
 *
 * @param list of which rows are chosen: in another none are
 * @param isGrowing rows are added while they are found: all are those that are there when they are chosen
 */
export function useChoosing(
  list: string,
  rows: readonly Row[],
  pinned: WitnessFilter,
  size: number,
  isGrowing: boolean,
): Choosing {
  const queries = useQueryClient();
  const client = useClient();
  const [selection, setSelection] = useStateOf(list, nothingChosen);
  const [anchor, setAnchor] = useStateOf<number | undefined>(list, undefined);
  const [note, setNote] = useStateOf<string | undefined>(list, undefined);

  const readBetween = async (from: number, to: number): Promise<string[]> => {
    const ids = new Set<string>();
    const missing = new Set<number>();
    for (let index = from; index <= to; index += 1) {
      const witness = rows[index]?.witness;
      if (witness?.id) ids.add(witness.id);
      else missing.add(Math.floor(index / size) + 1);
    }
    if (missing.size > mostPagesBetween) throw new TooFar();
    for (const page of missing) {
      const { items } = await queries.query(witnesses(client).page(pinned, page, size));
      items.forEach(({ id }, at) => {
        const index = (page - 1) * size + at;
        if (id && index >= from && index <= to) ids.add(id);
      });
    }
    return [...ids];
  };

  const chooseBetween = async (from: number, to: number, chosen: boolean): Promise<void> => {
    setNote(m.witnesses_list_choosing());
    try {
      const ids = await readBetween(Math.min(from, to), Math.max(from, to));
      setSelection((before) => choose(before, ids, chosen));
      setNote(undefined);
    } catch (error) {
      setNote(
        error instanceof TooFar
          ? m.witnesses_list_range_long()
          : m.witnesses_list_range_failed({ reason: describeFailure(error).text }),
      );
    }
  };

  const checked = useMemo(
    () =>
      new Set(
        rows.flatMap(({ key, witness }) =>
          (witness?.id ? isChosen(selection, witness.id) : selection.all) ? [key] : [],
        ),
      ),
    [rows, selection],
  );
  return {
    selection,
    checked,
    note,
    toggle: (index, chosen, ranged) => {
      const id = rows[index]?.witness?.id;
      setAnchor(index);
      if (ranged && anchor !== undefined && anchor !== index) {
        void chooseBetween(anchor, index, chosen);
        return;
      }
      setNote(undefined);
      if (id) setSelection((before) => choose(before, [id], chosen));
    },
    all: () => {
      setNote(undefined);
      setSelection(
        isGrowing
          ? choose(
              nothingChosen,
              rows.flatMap(({ witness }) => witness?.id ?? []),
              true,
            )
          : everythingChosen,
      );
    },
    none: () => {
      setNote(undefined);
      setAnchor(undefined);
      setSelection(nothingChosen);
    },
  };
}

class TooFar extends Error {}
