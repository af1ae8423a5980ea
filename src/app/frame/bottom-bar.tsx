import MoreIcon from '@mui/icons-material/MoreHoriz';
import { m } from '#i18n/messages.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { NavGroups } from './navigation.ts';
import css from './bottom-bar.module.css';

/** The phone's navigation: four places and «Más», which opens the rest. */
export function BottomBar({ groups }: { groups: NavGroups }) {
  const all = groups.flat();
  const first = all.filter((item) => item.primary).slice(0, 4);
  const rest = all.filter((item) => !first.includes(item));
  return (
    <nav className={css.root} aria-label={m.shell_main_navigation()}>
      {first.map((item) => (
        <Anchor key={item.id} to={item.to} aria-current={item.current ? 'page' : undefined}>
          {item.icon}
          <span>{item.label}</span>
        </Anchor>
      ))}
      {rest.length > 0 && (
        <Menu
          label={m.shell_more()}
          placement="top-end"
          items={rest.map(({ id, label, icon, to }) => ({ id, label, icon, to }))}
        >
          {(trigger) => (
            <button type="button" data-current={rest.some((item) => item.current) || undefined} {...trigger}>
              <MoreIcon aria-hidden="true" />
              <span>{m.shell_more()}</span>
            </button>
          )}
        </Menu>
      )}
    </nav>
  );
}
