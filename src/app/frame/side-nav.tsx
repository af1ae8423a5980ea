import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { useRail } from '#ui/hooks/use-media-query.ts';
import { BrandMark } from '#ui/layout/brand.tsx';
import type { NavGroups, NavItem } from './navigation.ts';

const Root = styled('nav')({
  position: 'sticky',
  zIndex: 1050,
  top: 0,
  gridArea: 'nav',
  display: 'flex',
  flexDirection: 'column',
  width: 208,
  height: '100vh',
  padding: '0 12px',
  overflowY: 'auto',
  borderRight: `1px solid ${ink.line}`,
  background: ink.canvas,
  '& > .brand': {
    display: 'flex',
    alignItems: 'center',
    gap: 9,
    height: 50,
    flex: 'none',
    padding: '0 8px',
    borderRadius: 6,
    color: ink.text,
    fontSize: 15,
    fontWeight: 600,
    textDecoration: 'none',
  },
  '& > .organization': { marginBottom: 12 },
  '& > ul + ul': { marginTop: 8, paddingTop: 8, position: 'relative' },
  '& > ul + ul::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    left: 8,
    right: 8,
    height: 1,
    background: ink.line,
  },
  '& > .end': { marginTop: 'auto', padding: '16px 8px 18px' },
  '&[data-rail]': {
    width: 64,
    padding: '0 11px',
    '& > .brand': { justifyContent: 'center', padding: 0, '& > span': { display: 'none' } },
    '& > .end': { padding: '16px 0 18px' },
  },
});

const Item = styled(Anchor)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 32,
  margin: '2px 0',
  padding: '0 8px',
  border: '1px solid transparent',
  borderRadius: 6,
  color: ink.text2,
  fontSize: 13.5,
  lineHeight: '20px',
  textDecoration: 'none',
  '& svg': { flex: 'none', fontSize: 18 },
  '& > .label': { flex: 1, minWidth: 0 },
  '& > .count': { fontSize: 12.5, color: ink.text2 },
  '&:hover': { background: ink.hover, color: ink.text },
  '&[aria-current="page"]': {
    background: ink.surface,
    borderColor: ink.line,
    color: ink.text,
    fontWeight: 550,
    '& > svg': { color: ink.accent },
    '& > .count': { fontWeight: 400 },
  },
  '[data-rail] &': {
    justifyContent: 'center',
    height: 36,
    padding: 0,
    '& > .label, & > .count': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
});

/** The side navigation: 208 wide, icons alone under 1200. */
export function SideNav({
  home,
  groups,
  organization,
  connection,
}: {
  home: string;
  groups: NavGroups;
  organization?: ReactNode;
  connection?: ReactNode;
}) {
  const rail = useRail();
  return (
    <Root aria-label={m.shell_main_navigation()} data-rail={rail || undefined}>
      <Anchor to={home} className="brand" aria-label="Testigo">
        <BrandMark />
        <span>Testigo</span>
      </Anchor>
      {organization ? <div className="organization">{organization}</div> : null}
      {groups.map((group) => (
        <ul key={group[0]?.id}>
          {group.map((item) => (
            <li key={item.id}>
              {rail ? (
                <Tip text={item.label} silent>
                  {navLink(item)}
                </Tip>
              ) : (
                navLink(item)
              )}
            </li>
          ))}
        </ul>
      ))}
      {connection ? <div className="end">{connection}</div> : null}
    </Root>
  );
}

function navLink(item: NavItem) {
  return (
    <Item to={item.to} aria-current={item.current ? 'page' : undefined}>
      {item.icon}
      <span className="label">{item.label}</span>
      {item.count !== undefined && <span className="count">{item.count}</span>}
    </Item>
  );
}
