import { offers } from '#client/session/capabilities.ts';
import { isStub, useHydrated } from '#client/queries/hydration.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest, Witness } from '#contract/resources/resources.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { m } from '#i18n/messages.ts';

/**
 * What of its request a witness is of, in words: the document, or the signature of somebody. A signature has a
 * witness of its own, which names the same request (Rule IV-8).
 *
 * @returns undefined where there is no request, and where the service does not say which of its witnesses this is
 */
export function useWitnessOf(witness: Witness | undefined): string | undefined {
  const { client, capabilities } = useConnection();
  const reported = witness?.signatureRequest;
  const isReported = !!witness && !!reported && findIn(reported, witness) !== undefined;
  const ask =
    reported?.id && !isReported && offers(capabilities, 'listSignatureRequests') ? [reported.id] : [];
  const requests = useHydrated(client, 'listSignatureRequests', ask);
  const request = requests[reported?.id ?? ''] ?? reported;
  const found = witness && request ? findIn(request, witness) : undefined;
  const signer = found === 'document' ? undefined : found?.subject;
  const people = useHydrated(client, 'listSubjects', isStub(signer) ? [signer.id] : []);
  if (found === undefined) return undefined;
  if (found === 'document') return m.witnesses_document();
  const name = visibleName((people[signer?.id ?? ''] ?? signer)?.commonName);
  return name ? m.witnesses_of_signature({ name }) : m.witnesses_signature();
}

function findIn({ witness, invites }: SignatureRequest, { id }: Witness) {
  if (!id) return undefined;
  return witness?.id === id ? 'document' : invites?.find((invite) => invite.witness?.id === id);
}
