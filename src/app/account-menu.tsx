import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import { useHost } from '#api/session-context.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { m } from '#words/words.ts';

export function AccountMenu() {
  const { session } = useHost();
  return (
    <Menu
      label={m.shell_account()}
      items={[
        {
          id: 'disconnect',
          label: m.shell_disconnect(),
          onSelect: () => {
            session.signOut();
          },
        },
      ]}
    >
      {(trigger) => <IconButton label={m.shell_account()} icon={<AccountIcon />} {...trigger} />}
    </Menu>
  );
}
