import { queryOptions } from '@tanstack/react-query';
import { currentTime } from '#clock/clock.ts';
import type { SignatureRequest, SignatureRequestInvite } from '#contract/resources/resources.ts';
import type { Client } from '#client/http/client.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { tally } from '#client/queries/reading.ts';
import type { KnownRequest } from './record-shapes.ts';

/** Fetched beside the first answers: what a page begins with is small. */
const database = async () => (await import('./database.ts')).database();

async function listStored(scope: string): Promise<readonly KnownRequest[]> {
  const { listRecords } = await import('./records.ts');
  return Promise.all((await listRecords('requests', scope)).map(readable));
}

async function readStored(key: string): Promise<KnownRequest | undefined> {
  const { readRecord } = await import('./records.ts');
  const record = readRecord('requests', await (await database()).get('requests', key));
  return record && readable(record);
}

/** A stored request is of the service, and read as its answers are. */
async function readable(record: KnownRequest): Promise<KnownRequest> {
  const { readAnswer } = await import('#client/answers/read-answer.ts');
  const { value } = readAnswer('readSignatureRequest', record.request);
  return { ...record, request: value as SignatureRequest }; // an object gives an object
}

/**
 * The invites that this browser recorded, as far as the newer numbers of the service bear them out. Where all
 * have signed since, each of them has; where the numbers only say that something happened, nobody's answer is known.
 */
function stillTrue(
  recorded: readonly SignatureRequestInvite[],
  reported: SignatureRequest,
): SignatureRequestInvite[] {
  const numbers = tally({ ...reported, invites: null });
  const before = tally({ invites: [...recorded] });
  const same = (['total', 'pending', 'signed', 'rejected'] as const).every(
    (name) => numbers[name] === before[name],
  );
  if (numbers.total === 0 || same) return [...recorded];
  if (numbers.signed === recorded.length && numbers.total === recorded.length)
    return recorded.map((invite) => ({ ...invite, status: 'SIGNED' }));
  return recorded.map(({ id, subject }) => ({ id, subject }));
}

/** Known requests of a service that cannot list them, each with the source of the knowledge. */
export interface KnownRequests {
  readonly items: readonly (SignatureRequest & { readonly knownFrom: 'record' | 'witness' })[];
  /** More witnesses exist than were read. */
  readonly partial: boolean;
}

export function knownRequests(client: Client) {
  const { scope } = client;
  // Below the key of the requests, so that every invalidation of them includes these.
  const key = [...signatureRequests(client).key, 'known'] as const;
  return {
    key,
    /** Requests from this browser's own record and from the witnesses, newest first. */
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (context): Promise<KnownRequests> => {
          // Storage may be closed (private windows, policies): then only the witnesses know.
          const records = await listStored(scope).catch(() => []);
          const listQuery = witnesses(client).whole({});
          const read = await context.client.query(listQuery);
          const byId = new Map<string, KnownRequests['items'][number]>();
          for (const { request } of records)
            if (request.id) byId.set(request.id, { ...request, knownFrom: 'record' });
          const newest = new Map<string, string>();
          for (const { signatureRequest, ...witness } of read.items) {
            const id = signatureRequest?.id;
            if (!id) continue;
            const known = byId.get(id);
            const { witness: documentWitness, invites, ...reported } = signatureRequest;
            // The witnesses of its signatures name the request too: only the request says which one is of its
            // document. That one exists once all have answered; any of them, once it was sent.
            const ofDocument =
              witness.id != null && [documentWitness?.id, known?.witness?.id].includes(witness.id);
            byId.set(id, {
              ...known,
              ...reported,
              invites: known?.invites ? stillTrue(known.invites, reported) : invites,
              draft: false,
              witness: known?.witness ?? null,
              ...(ofDocument ? { finalized: true, witness } : {}),
              knownFrom: known?.knownFrom ?? 'witness',
            });
            const at = witness.createdAt ?? '';
            if (at > (newest.get(id) ?? '')) newest.set(id, at);
          }
          // When a request was made is not what its witnesses say; they only give an order.
          const order = ({ id, createdAt }: SignatureRequest): string =>
            createdAt ?? newest.get(id ?? '') ?? '';
          const items = [...byId.values()].sort((a, b) => order(b).localeCompare(order(a)));
          return { items, partial: read.count !== undefined && read.items.length < read.count };
        },
      }),
    /** Remembers a request that was made or changed from here. */
    remember: async (request: SignatureRequest): Promise<void> => {
      if (!request.id) return;
      const id = `${scope} ${request.id}`;
      const db = await database();
      const before = (await readStored(id))?.request;
      const { anonymousKey: _secret, ...record } = { ...before, ...request };
      await db.put('requests', { key: id, scope, request: record, updatedAt: currentTime().toISOString() });
    },
    rememberInvite: async (requestId: string, invite: SignatureRequestInvite): Promise<void> => {
      const id = `${scope} ${requestId}`;
      const db = await database();
      const known = await readStored(id);
      if (!known) return;
      const { signatureRequest: _up, ...record } = invite;
      const others = (known.request.invites ?? []).filter((other) => other.id !== invite.id);
      await db.put('requests', { ...known, request: { ...known.request, invites: [...others, record] } });
    },
  };
}
