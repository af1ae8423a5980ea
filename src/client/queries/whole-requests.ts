import { useMemo } from 'react';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { offers } from '../session/capabilities.ts';
import { isStub, useHydrated } from './hydration.ts';
import { liveSeconds } from './query-client.ts';
import { useConnection } from '../session/session-context.tsx';

/**
 * Rows with the invites and witnesses that the service sent as `{id}` filled in, as far as they are known.
 *
 * @param live milliseconds between looks
 */
export function useWholeRequests(
  rows: readonly SignatureRequest[],
  live = liveSeconds * 1000,
): readonly SignatureRequest[] {
  const { client, capabilities } = useConnection();
  const canReadInvites = offers(capabilities, 'listInvites');
  const inviteIds = canReadInvites
    ? rows.flatMap(({ invites }) => (invites ?? []).flatMap((invite) => (isStub(invite) ? [invite.id] : [])))
    : [];
  const witnessIds = rows.flatMap(({ witness }) => (isStub(witness) ? [witness.id] : []));
  const invites = useHydrated(client, 'listInvites', inviteIds, live);
  const witnesses = useHydrated(client, 'listWitnesses', witnessIds, live);
  const stubs = inviteIds.length + witnessIds.length > 0;
  return useMemo(
    () =>
      stubs
        ? rows.map((row) => ({
            ...row,
            invites: row.invites?.map((invite) => invites[invite.id ?? ''] ?? invite),
            witness: witnesses[row.witness?.id ?? ''] ?? row.witness,
          }))
        : rows,
    [rows, invites, witnesses, stubs],
  );
}
