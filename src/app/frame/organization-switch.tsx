import type { ButtonHTMLAttributes, Ref } from 'react';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { sandbox } from '#client/families/sandbox.ts';
import { embeddedConnection } from '#client/session/connection.ts';
import { useHost, useSession } from '#client/session/session-context.tsx';
import { Name } from '#ui/data/name.tsx';
import { Avatar } from '#ui/data/person-line.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { m } from '#i18n/messages.ts';

/**
 * The organizations that the user may work for, as items of a menu. In the demo every organization has a key
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

/** The organization in use, and the choice of another. */
export function OrganizationSwitch() {
  const { name, items } = useOrganizationItems();
  if (name === undefined) return null;
  return (
    <Menu label={m.shell_organization_choose()} placement="bottom-start" items={items}>
      {(trigger) => <OrganizationButton name={name} {...trigger} />}
    </Menu>
  );
}

const OrganizationRoot = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 9,
  width: '100%',
  minHeight: 46,
  padding: '6px 8px',
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  background: ink.surface,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { background: ink.hover },
  '& > .words': { flex: 1, minWidth: 0 },
  '& .name': { ...type.table, display: 'block', fontWeight: 550, overflowWrap: 'anywhere' },
  '& > svg': { fontSize: 16, color: ink.text2 },
  '[data-rail] &': {
    justifyContent: 'center',
    padding: 4,
    minHeight: 40,
    borderColor: 'transparent',
    background: 'none',
    '& > .words': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& > svg': { display: 'none' },
  },
});

/** The organization in use, as the trigger of its menu. */
function OrganizationButton({
  name,
  ...rest
}: { name: string; ref?: Ref<HTMLButtonElement> } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'>) {
  return (
    <OrganizationRoot type="button" {...rest}>
      <Avatar name={name} square size={26} />
      <span className="words">
        <span className="name">
          <Name lines={2}>{name}</Name>
        </span>
      </span>
      <ExpandIcon aria-hidden="true" />
    </OrganizationRoot>
  );
}
