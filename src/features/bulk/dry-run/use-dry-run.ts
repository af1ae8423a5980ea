import { useDeferredValue, useMemo } from 'react';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import type { TableView } from '../prepare/work.ts';
import type { BulkWork } from '../prepare/work-record.ts';
import { identifiersIn, keyOf, type Identifier } from '../table/identifiers.ts';
import { dryRun, type DryRun } from './dry-run.ts';
import { usePeople } from './use-people.ts';

/**
 * Checks the rows of the table. The result lags behind what is typed, so that typing never waits for thousands of
 * rows.
 *
 * @param quota NOM-151 certificates that are left; undefined: not known
 */
export function useDryRun(
  work: BulkWork,
  { rows }: TableView,
  quota: number | undefined,
): { run: DryRun; lookUpAgain: () => void } {
  const { roles, pairing, documents, nom151, partial, out } = work;
  const now = useServiceNow(60_000);
  const identifiers = useMemo(() => identifiersOf(rows, roles), [rows, roles]);
  const { people, again } = usePeople(identifiers);
  const input = useMemo(
    () => ({
      rows,
      mapping: { roles },
      pairing,
      documents,
      people,
      nom151,
      quota,
      partial,
      out: new Set(out),
      now,
    }),
    [rows, roles, pairing, documents, people, nom151, quota, partial, out, now],
  );
  const settled = useDeferredValue(input);
  const run = useMemo(() => dryRun(settled), [settled]);
  return { run, lookUpAgain: again };
}

/** Everybody whom the table names, each once. */
function identifiersOf(rows: TableView['rows'], roles: BulkWork['roles']): readonly Identifier[] {
  const columns = roles.flatMap((role, at) => (role === 'signer' ? [at] : []));
  const identifiers = new Map<string, Identifier>();
  for (const { cells } of rows)
    for (const at of columns)
      for (const read of identifiersIn(cells[at] ?? ''))
        if ('kind' in read) identifiers.set(keyOf(read), read);
  return [...identifiers.values()];
}
