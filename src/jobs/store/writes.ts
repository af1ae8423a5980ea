import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import { addresses } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import { scopeOf, type Connection } from '#client/session/connection.ts';
import type { WriteRecord } from './record-shapes.ts';

/** Loaded when the first change is recorded: this file is part of the initial bundle of every page. */
const open = async () => (await import('./database.ts')).database();

const listWrites = async (scope: string) => (await import('./records.ts')).listRecords('writes', scope);

/** Number of records stored for each scope; the oldest are removed. */
const most = 1000;

/** Changes that this browser requested of a service, newest first. */
export function writes(scope: string) {
  return {
    list: () =>
      queryOptions({
        queryKey: [scope, 'writes'],
        queryFn: async (): Promise<readonly WriteRecord[]> => {
          const all = await listWrites(scope);
          return all.sort((a, b) => b.at.localeCompare(a.at));
        },
        staleTime: 0,
      }),
  };
}

/** A `fetch` that records every change requested of the open connection's service. Failing to record fails no call. */
export function recordingWrites(
  fetcher: typeof fetch,
  place: () => { connection: Connection | undefined; organization: { id: string } | undefined },
): typeof fetch {
  return async (input, init) => {
    const method = init?.method ?? 'GET';
    const { connection, organization } = place();
    const address = input instanceof Request ? input.url : String(input);
    if (method === 'GET' || !connection || !address.startsWith(`${connection.baseUrl}/`))
      return fetcher(input, init);
    const at = currentTime().toISOString();
    const change = parseChange(method, new URL(address), new URL(connection.baseUrl).pathname, init?.body);
    const scope = scopeOf(connection, organization?.id);
    const note = (status: number | null, made: string | undefined): void => {
      if (!change) return;
      const record = { id: crypto.randomUUID(), scope, at, ...change, status };
      // Storage may be closed (private windows, policies): then there is no record.
      keep({ ...record, object: made ?? change.object }).catch(() => undefined);
    };
    try {
      const response = await fetcher(input, init);
      const answered = response.clone();
      void idOf(answered).then((made) => note(answered.status, answered.ok ? made : undefined));
      return response;
    } catch (error) {
      note(null, undefined);
      throw error;
    }
  };
}

async function keep(record: WriteRecord): Promise<void> {
  const db = await open();
  await db.put('writes', record);
  const all = await listWrites(record.scope);
  const over = all.sort((a, b) => b.at.localeCompare(a.at)).slice(most);
  await Promise.all(over.map(({ id }) => db.delete('writes', id)));
}

const objectId = /^[0-9a-f]{24}$/i;
const asId = (value: unknown): string | undefined =>
  typeof value === 'string' && objectId.test(value) ? value : undefined;

/** Of an answer only its id is looked at: it may hold a secret (Rule AK-1). */
async function idOf(answer: Response): Promise<string | undefined> {
  try {
    return asId(((await answer.json()) as { id?: unknown } | null)?.id);
  } catch {
    return undefined;
  }
}

function parseChange(
  method: string,
  url: URL,
  base: string,
  body: unknown,
): { operation: OperationName; object: string | undefined } | undefined {
  const parts = url.pathname.slice(base.length).split('/');
  // The keys of the table are the names of the operations: the contract says so.
  const operation = (Object.keys(addresses) as OperationName[]).find((name) => {
    const known = addresses[name];
    const pattern = known.path.split('/');
    return (
      known.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith('{') || part === parts[at])
    );
  });
  if (!operation) return undefined;
  const input = readInput(body);
  const named = [parts.at(-1), url.searchParams.get('id'), url.searchParams.get('witnessId'), input.id];
  return { operation, object: named.map(asId).find((id) => id !== undefined) };
}

function readInput(body: unknown): { readonly id?: unknown } {
  try {
    const read = typeof body === 'string' ? (JSON.parse(body) as { input?: object } | null) : null;
    return read?.input ?? {};
  } catch {
    return {};
  }
}
