import { useQuery } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useHydrated } from '#client/queries/hydration.ts';
import { inviteStatus } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import { useWholeRequests } from '#client/queries/whole-requests.ts';
import type { SignatureRequest, Subject, Witness } from '#contract/resources/resources.ts';

/** A signer of the document, who may become its first owner. */
export interface Candidate {
  readonly subject: Subject;
  readonly answer: 'signed' | 'rejected' | 'pending' | 'unknown';
}

export interface Candidates {
  /** Those who signed come first; undefined while they are not known. */
  readonly signers: readonly Candidate[] | undefined;
  /** Every signer is known: whoever is not among them is none. */
  readonly complete: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The signers of what was witnessed; none where it came without a request. */
export function useCandidates(witness: Witness, known: SignatureRequest | undefined): Candidates {
  const { client, capabilities } = useConnection();
  const id = witness.signatureRequest?.id;
  const reported = known ?? (witness.signatureRequest?.invites ? witness.signatureRequest : undefined);
  const canRead = offers(capabilities, 'listSignatureRequests');
  const reading = useQuery({
    ...signatureRequests(client).one(id ?? ''),
    enabled: reported === undefined && !!id && canRead,
  });
  const request = reported ?? reading.data;
  const [whole] = useWholeRequests(request ? [request] : []);
  const invites = whole?.invites ?? [];
  const people = useHydrated(
    client,
    'listSubjects',
    invites.flatMap(({ subject }) => subject?.id ?? []),
  );
  const waits = !request && !!id && canRead && !reading.isError;
  const signers = invites.flatMap((invite): Candidate[] => {
    const subject = { ...invite.subject, ...people[invite.subject?.id ?? ''] };
    return subject.id ? [{ subject, answer: answerOf(inviteStatus(invite)) }] : [];
  });
  return {
    signers: waits ? undefined : signers.sort((a, b) => rank(a) - rank(b)),
    complete: request
      ? whole?.invites != null && signers.length === invites.length
      : !id && reported === undefined,
    error: request ? null : reading.error,
    retry: () => void reading.refetch(),
  };
}

function answerOf(status: string | undefined): Candidate['answer'] {
  if (status === 'SIGNED' || status === 'WITNESSED') return 'signed';
  if (status === 'REJECTED') return 'rejected';
  return status === 'PENDING' ? 'pending' : 'unknown';
}

const order: readonly Candidate['answer'][] = ['signed', 'unknown', 'pending', 'rejected'];
const rank = ({ answer }: Candidate): number => order.indexOf(answer);
