import { styled } from '@mui/material/styles';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import { m } from '#i18n/messages.ts';
import { ink } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { NavGroups } from './navigation.ts';

const Root = styled('nav')({
  position: 'fixed',
  zIndex: 1100,
  inset: 'auto 0 0',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  padding: '0 2px env(safe-area-inset-bottom)',
  borderTop: `1px solid ${ink.line}`,
  background: ink.surface,
  '& > :is(a, button)': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 3,
    minHeight: 56,
    minWidth: 0,
    padding: '0 2px',
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: ink.text2,
    fontSize: 11,
    lineHeight: '14px',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    '& svg': { fontSize: 20 },
    '&:focus-visible': { outlineOffset: -3 },
    '&[aria-current="page"], &[data-current]': { color: ink.accent, fontWeight: 600 },
  },
});

/** The phone's navigation: four places and «Más», which opens the rest. */
export function BottomBar({ groups }: { groups: NavGroups }) {
  const all = groups.flat();
  const first = all.filter((item) => item.primary).slice(0, 4);
  const rest = all.filter((item) => !first.includes(item));
  return (
    <Root aria-label={m.shell_main_navigation()}>
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
    </Root>
  );
}
