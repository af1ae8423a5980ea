import { useMemo } from 'react';
import { offers } from '#client/session/capabilities.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection, useSession } from '#client/session/session-context.tsx';
import type { Witness } from '#contract/resources/resources.ts';
import { m } from '#i18n/messages.ts';
import { visibleText } from '#ui/formats/visible-text.ts';

/**
 * Witnesses with the request, the first owner and the organization that the service sent as `{id}` filled in,
 * as far as they are known (Rule WI-14).
 */
export function useWholeWitnesses(rows: readonly Witness[]): readonly Witness[] {
  const { client, capabilities } = useConnection();
  const { organizations } = useSession();
  const requestIds = offers(capabilities, 'listSignatureRequests')
    ? rows.flatMap(({ signatureRequest }) => (isStub(signatureRequest) ? [signatureRequest.id] : []))
    : [];
  const ownerIds = rows.flatMap(({ initialOwner }) => (isStub(initialOwner) ? [initialOwner.id] : []));
  const requests = useHydrated(client, 'listSignatureRequests', requestIds);
  const owners = useHydrated(client, 'listSubjects', ownerIds);
  return useMemo(
    () =>
      rows.map((row) => ({
        ...row,
        signatureRequest: requests[row.signatureRequest?.id ?? ''] ?? row.signatureRequest,
        initialOwner: owners[row.initialOwner?.id ?? ''] ?? row.initialOwner,
        organization: isStub(row.organization)
          ? { ...row.organization, name: organizations.find(({ id }) => id === row.organization?.id)?.name }
          : row.organization,
      })),
    [rows, requests, owners, organizations],
  );
}

/** What was witnessed: the request's name, its id while no more is known, or that it came without one. */
export function witnessedWhat({ signatureRequest: request }: Witness): string {
  if (!request) return m.witnesses_by_interface();
  if (request.name) return visibleText(request.name);
  return isStub(request) ? m.requests_unnamed_id({ id: request.id.slice(-6) }) : m.requests_unnamed();
}
