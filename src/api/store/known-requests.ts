import { queryOptions } from '@tanstack/react-query';
import type { SignatureRequest, SignatureRequestInvite } from '#contract/resources.ts';
import type { Client } from '../client.ts';
import { witnesses } from '../families/witnesses.ts';
import { database } from './database.ts';

/** A request as this browser last saw it when it made or changed it. Holds no anonymous key. */
export interface KnownRequest {
  /** `scope` and request id. */
  readonly key: string;
  readonly scope: string;
  readonly request: SignatureRequest;
  readonly updatedAt: string;
}

/** What is known of requests without a list: said with where it comes from. */
export interface KnownRequests {
  readonly items: readonly (SignatureRequest & { readonly knownFrom: 'record' | 'witness' })[];
  /** More witnesses exist than were read. */
  readonly partial: boolean;
}

export function knownRequests(client: Client) {
  const { scope } = client;
  const key = [scope, 'known-requests'] as const;
  return {
    key,
    /** Requests from this browser's own record and from the witnesses, newest first. */
    list: () =>
      queryOptions({
        queryKey: [...key, 'list'],
        queryFn: async (context): Promise<KnownRequests> => {
          const own = await (await database()).getAllFromIndex('requests', 'scope', scope);
          const whole = witnesses(client).whole({});
          const read = await context.client.fetchQuery(whole);
          const byId = new Map<string, KnownRequests['items'][number]>();
          for (const { request } of own)
            if (request.id) byId.set(request.id, { ...request, knownFrom: 'record' });
          for (const { signatureRequest, ...witness } of read.items) {
            const id = signatureRequest?.id;
            if (!id) continue;
            const known = byId.get(id);
            byId.set(id, {
              createdAt: witness.createdAt,
              ...signatureRequest,
              ...known,
              draft: false,
              finalized: true,
              witness,
              knownFrom: known?.knownFrom ?? 'witness',
            });
          }
          const items = [...byId.values()].sort((a, b) =>
            (b.createdAt ?? '').localeCompare(a.createdAt ?? ''),
          );
          return { items, partial: read.count !== undefined && read.items.length < read.count };
        },
      }),
    /** Remembers a request that was made or changed from here. */
    remember: async (request: SignatureRequest): Promise<void> => {
      if (!request.id) return;
      const id = `${scope} ${request.id}`;
      const db = await database();
      const before = (await db.get('requests', id))?.request;
      const { anonymousKey: _secret, ...kept } = { ...before, ...request };
      await db.put('requests', { key: id, scope, request: kept, updatedAt: new Date().toISOString() });
    },
    rememberInvite: async (requestId: string, invite: SignatureRequestInvite): Promise<void> => {
      const id = `${scope} ${requestId}`;
      const db = await database();
      const known = await db.get('requests', id);
      if (!known) return;
      const { signatureRequest: _up, ...kept } = invite;
      const others = (known.request.invites ?? []).filter((other) => other.id !== invite.id);
      await db.put('requests', { ...known, request: { ...known.request, invites: [...others, kept] } });
    },
  };
}
