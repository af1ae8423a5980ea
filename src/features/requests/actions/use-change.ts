import { useMutation } from '@tanstack/react-query';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { invalidatesOnSettled } from '#client/queries/invalidate.ts';
import { useClient } from '#client/session/session-context.tsx';
import { knownRequests } from '#jobs/store/known-requests.ts';

/** A change of a request: what follows from it is read again, and this browser remembers what it did. */
export function useChange<Answer, Given = void>(
  change: (given: Given) => Promise<Answer>,
  after: (answer: Answer) => void | Promise<void>,
) {
  const client = useClient();
  return useMutation({
    mutationFn: change,
    onSuccess: after,
    ...invalidatesOnSettled(signatureRequests(client).key, witnesses(client).key, knownRequests(client).key),
  });
}
