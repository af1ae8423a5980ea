import { useMutation, useQueryClient } from '@tanstack/react-query';
import { organizationDesk } from '#api/families/organization-desk.ts';
import { useConnection, useHost } from '#api/session-context.tsx';
import type { Organization } from '#contract/resources.ts';

type Update = Omit<Parameters<ReturnType<typeof organizationDesk>['update']>[0], 'id'>;

/**
 * Saves a part of the organization. The e-mail goes along unchanged where it is known: deployments are known
 * that want it in every update.
 */
export function useUpdate(organization: Organization, onDone: () => void) {
  const { client } = useConnection();
  const { session } = useHost();
  const queries = useQueryClient();
  const desk = organizationDesk(client);
  const id = organization.id ?? '';
  const { emailAddress } = organization;
  return useMutation({
    mutationFn: (part: Update) => desk.update({ id, ...(emailAddress ? { emailAddress } : {}), ...part }),
    onSuccess: (saved) => {
      if (saved.name) session.renameOrganization(id, saved.name);
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: desk.key }),
  });
}
