import { useQueryClient } from '@tanstack/react-query';
import { witnesses, type WitnessFilter } from '#client/families/requests/witnesses.ts';
import { useClient } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { useSnack } from '#ui/overlays/snackbar.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExportResources } from '#widgets/evidence-files/export/export-resources.tsx';
import { partlyRead, type ReadingOfList } from '#widgets/query/partly-read.ts';
import { m } from '#i18n/messages.ts';
import { isChosen, type Selection } from './selection.ts';

/** Witnesses of one export; more are said to be missing. */
const mostWitnesses = 10_000;
/** Ids that one question carries. */
const idsAtOnce = 100;

interface Found {
  readonly found: readonly Witness[];
  readonly reading: ReadingOfList;
}

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
  const format = useFormat();
  const snack = useSnack();
  const family = witnesses(client);

  const readAll = async (): Promise<Found> => {
    const read = { ...family.whole(filter, mostWitnesses), staleTime: 0 };
    const { items, count: of, complete, changedWhileReading } = await queries.query(read);
    return {
      found: items.filter(({ id }) => id && isChosen(selection, id)),
      reading: { have: items.length, of, complete, changedWhileReading },
    };
  };
  const readSome = async (): Promise<Found> => {
    const ids = [...selection.ids];
    const found: Witness[] = [];
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const requested = { _id: { in: ids.slice(at, at + idsAtOnce) } };
      found.push(...(await queries.query(family.whole(requested, idsAtOnce))).items);
    }
    const reading = { have: found.length, of: ids.length, changedWhileReading: false };
    return { found, reading: { ...reading, complete: found.length === ids.length } };
  };

  return (
    <ExportResources
      title={m.evidence_witnesses({ count })}
      count={count}
      load={async () => {
        const { found, reading } = await (selection.all ? readAll() : readSome());
        const remark = partlyRead(reading, (value) => format.number(value));
        if (remark !== undefined || found.length < count)
          snack({ text: [m.evidence_not_all({ count: found.length }), remark].filter(Boolean).join(' ') });
        return found.map((witness) => ({ witness }));
      }}
    >
      {count > 1 ? m.evidence_export_several() : undefined}
    </ExportResources>
  );
}
