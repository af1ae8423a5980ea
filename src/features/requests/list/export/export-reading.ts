import type { QueryClient } from '@tanstack/react-query';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import type { Client } from '#client/http/client.ts';
import { loadById } from '#client/queries/hydration.ts';
import type { SignatureRequest, Subject } from '#contract/resources/resources.ts';
import type { ReadCsv } from '#widgets/files/use-save-csv.ts';
import type { ReadingOfList } from '#widgets/query/partly-read.ts';
import { requestsCsv } from './csv.ts';
import { fitsHere, serverFilter, type Reading } from '../filter/matching.ts';
import type { RequestList } from '../use-request-list.ts';
import type { RequestsView } from '../view.ts';

/** Rows of an export; more are said to be missing. */
const mostRows = 10_000;

/** Reads what is exported: what is picked, or all that matches. */
export function exportReading(
  client: Client,
  queries: QueryClient,
  {
    view,
    reading,
    list,
    picked,
  }: { view: RequestsView; reading: Reading; list: RequestList; picked: ReadonlySet<string> },
) {
  const read = async (): Promise<{ rows: readonly SignatureRequest[]; reading: ReadingOfList }> => {
    const chosen = list.rows.filter(({ id }) => id && picked.has(id));
    const steady = { changedWhileReading: false };
    if (picked.size > 0) {
      const complete = chosen.length === picked.size;
      return { rows: chosen, reading: { have: chosen.length, of: picked.size, complete, ...steady } };
    }
    const have = list.rows.length;
    if (list.complete || list.source === 'record')
      return { rows: list.rows, reading: { have, of: undefined, complete: list.complete, ...steady } };
    const { items, count, complete, changedWhileReading } = await queries.query({
      ...signatureRequests(client).whole(serverFilter(view, reading), mostRows),
      staleTime: 0,
    });
    return {
      rows: items.filter((request) => fitsHere(request, view, reading)),
      reading: { have: items.length, of: count, complete, changedWhileReading },
    };
  };

  const readCsv = async (): Promise<ReadCsv> => {
    const { rows, reading: pagesRead } = await read();
    const ids = new Set(
      rows.flatMap(({ invites }) => (invites ?? []).flatMap(({ subject }) => subject?.id ?? [])),
    );
    const names: Record<string, Subject> = {};
    await Promise.all(
      [...ids].map(async (id) => {
        // A name that cannot be read leaves its id in the file.
        const found = await loadById(client, 'listSubjects', id).catch(() => null);
        if (found) names[id] = found;
      }),
    );
    return { csv: requestsCsv(rows, names), count: rows.length, reading: pagesRead };
  };
  return { read, readCsv };
}
