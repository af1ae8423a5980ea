import { useQuery } from '@tanstack/react-query';
import { sandbox } from '#client/families/sandbox.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { paths, withQuery } from '../paths.ts';

/**
 * Where the first owner of a token claims it: in the demo the user plays the owner. Elsewhere, undefined, owners claim in an
 * app of their own.
 *
 * @param ownerId undefined: not known
 */
export function useClaimAddress(ownerId: string | null | undefined): string | undefined {
  const { fetch: fetcher, origin } = useHost();
  const { demo } = useSession();
  const session = useQuery({ ...sandbox(fetcher, origin).session(), enabled: demo && ownerId != null });
  if (!demo || ownerId == null || session.isError) return undefined;
  // Nearly all owners of the demo are people of its session: while that is read, nothing else is offered.
  if (session.data?.subjects.every(({ id }) => id !== ownerId)) return undefined;
  return withQuery(paths.sandbox, { signer: ownerId });
}
