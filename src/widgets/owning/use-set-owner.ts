import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signatureRequests } from '#api/families/signature-requests.ts';
import { witnesses } from '#api/families/witnesses.ts';
import { invalidate } from '#api/invalidate.ts';
import { useClient } from '#api/session-context.tsx';

/** Names the first owner. What follows from it is read again, after a refusal too: somebody else may have been first. */
export function useSetOwner(witnessId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (subjectId: string) => witnesses(client).setInitialOwner(witnessId, subjectId),
    onSettled: () => invalidate(queries, witnesses(client).key, signatureRequests(client).key),
  });
}
