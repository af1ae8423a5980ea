import { useQuery } from '@tanstack/react-query';
import { sandbox } from '#client/families/sandbox.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { OrganizationButton } from './frame/organization-button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { m } from '#i18n/messages.ts';

/**
 * The organizations that the reader may work for, as items of a menu. In the demo every organization has a key
 * of its own, so choosing one connects anew.
 */
export function useOrganizationItems(): { name: string | undefined; items: MenuItem[] } {
  const { session, fetch: fetcher, origin } = useHost();
  const { organization, organizations, demo } = useSession();
  const offered = useQuery({ ...sandbox(fetcher, origin).session(), enabled: demo });
  const choices: readonly { id: string; name: string | undefined; choose: () => void }[] =
    demo && offered.data
      ? offered.data.organizations.map(({ id, name, apiKey }) => ({
          id,
          name,
          choose: () => {
            const connection = embeddedConnection(origin);
            // A refusal here leaves the present organization as it is.
            session
              .connect({ connection, key: apiKey, remember: false, organizationId: id, demo: true })
              .catch(() => undefined);
          },
        }))
      : organizations.map(({ id, name }) => ({
          id,
          name,
          choose: () => {
            session.chooseOrganization({ id, name });
          },
        }));
  const items: MenuItem[] = choices.map(({ id, name, choose }) => ({
    id,
    label: name ?? id,
    checked: id === organization?.id,
    onSelect: () => {
      if (id !== organization?.id) choose();
    },
  }));
  const current = choices.find(({ id }) => id === organization?.id);
  return { name: current?.name ?? organization?.name ?? organization?.id, items };
}

/** Whose desk this is, and the choice of another. */
export function OrganizationSwitch() {
  const { name, items } = useOrganizationItems();
  if (name === undefined) return null;
  return (
    <Menu label={m.shell_organization_choose()} placement="bottom-start" items={items}>
      {(trigger) => <OrganizationButton name={name} {...trigger} />}
    </Menu>
  );
}
