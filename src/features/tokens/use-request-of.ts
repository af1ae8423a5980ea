import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';

/** The request of a witness, as far as the service gives it: its name, and the amount of an IOU. */
export function useRequestOf(witness: Witness | undefined): SignatureRequest | undefined {
  const { client, capabilities } = useConnection();
  const id = witness?.signatureRequest?.id;
  const query = useQuery({
    ...signatureRequests(client).one(id ?? ''),
    enabled: !!id && offers(capabilities, 'listSignatureRequests'),
    retry: false,
  });
  return query.data ?? witness?.signatureRequest ?? undefined;
}
