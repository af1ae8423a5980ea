import { useMutation, useQueryClient } from '@tanstack/react-query';
import { offers } from '#client/session/capabilities.ts';
import { organizationProfile } from '#client/families/people/organization-profile.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { invalidatesOnSettled } from '#client/queries/invalidate.ts';
import { readFresh } from '#client/queries/read-fresh.ts';
import { useConnection, useHost } from '#client/session/session-context.tsx';
import type { Organization } from '#contract/resources/resources.ts';

type Update = Omit<Parameters<ReturnType<typeof organizationProfile>['update']>[0], 'id'>;

/** Somebody else changed meanwhile what would be replaced: nothing was sent. */
const held = 'held';

/**
 * Saves a part of the organization. It is read again before, and what the reader has not seen is not replaced. The
 * e-mail goes along unchanged, requested where it is not known: deployments are known that want it in every update.
 *
 * @param mayReplace whether what the service has just said may be replaced
 */
export function useUpdate(
  organization: Organization,
  mayReplace: (fresh: Organization) => boolean,
  { onDone, onHeld }: { onDone: () => void; onHeld: () => void },
) {
  const { client, capabilities } = useConnection();
  const { session } = useHost();
  const queries = useQueryClient();
  const desk = organizationProfile(client);
  const id = organization.id ?? '';
  const readable = offers(capabilities, 'listOrganizations') && offers(capabilities, 'readOrganization');
  return useMutation({
    mutationFn: async (part: Update) => {
      const fresh = readable ? await readFresh(queries, organizations(client).one(id)) : organization;
      if (!mayReplace(fresh)) return held;
      const emailAddress = fresh.emailAddress ?? part.emailAddress ?? (await desk.emailAddress(id));
      return desk.update({ id, ...(emailAddress ? { emailAddress } : {}), ...part });
    },
    onSuccess: (saved) => {
      if (saved === held) {
        onHeld();
        return;
      }
      if (saved.name) session.renameOrganization(id, saved.name);
      onDone();
    },
    ...invalidatesOnSettled(desk.key),
  });
}
