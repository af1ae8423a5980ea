import { useQueryClient } from '@tanstack/react-query';
import { witnesses, type WitnessFilter } from '#api/families/witnesses.ts';
import { useClient } from '#api/session-context.tsx';
import type { Witness } from '#contract/resources.ts';
import { useSnack } from '#ui/snackbar.tsx';
import { ExportResources } from '#widgets/evidence-files/export-resources.tsx';
import { m } from '#words/words.ts';
import { isChosen, type Selection } from './list-selection.ts';

/** Witnesses of one export; more are said to be missing. */
const mostWitnesses = 10_000;
/** Ids that one question carries. */
const idsAtOnce = 100;

/** Exports the evidence of what is chosen, read from the service when the reader says so. */
export function ExportChosen({
  selection,
  filter,
  count,
}: {
  selection: Selection;
  /** What the list shows, as it was when it was opened. */
  filter: WitnessFilter;
  count: number;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const snack = useSnack();
  const family = witnesses(client);

  const readAll = async (): Promise<readonly Witness[]> => {
    const { items } = await queries.query(family.whole(filter, mostWitnesses));
    return items.filter(({ id }) => id && isChosen(selection, id));
  };
  const readSome = async (): Promise<readonly Witness[]> => {
    const ids = [...selection.ids];
    const found: Witness[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const asked = { _id: { in: ids.slice(at, at + idsAtOnce) } };
      found.push(...(await queries.query(family.whole(asked, idsAtOnce))).items);
    }
    return found;
  };

  return (
    <ExportResources
      title={m.evidence_witnesses({ count })}
      count={count}
      load={async () => {
        const found = await (selection.all ? readAll() : readSome());
        if (found.length < count) snack({ text: m.evidence_not_all({ count: found.length }) });
        return found.map((witness) => ({ witness }));
      }}
    />
  );
}
