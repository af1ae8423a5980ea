import type { ReactNode } from 'react';
import { m } from '#i18n/messages.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { useRail } from '#ui/hooks/use-media-query.ts';
import { BrandMark } from '#ui/layout/brand.tsx';
import type { NavGroups, NavItem } from './navigation.ts';
import css from './side-nav.module.css';

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
    <nav className={css.root} aria-label={m.shell_main_navigation()} data-rail={rail || undefined}>
      <Anchor to={home} className={css.brand} aria-label="Testigo">
        <BrandMark />
        <span>Testigo</span>
      </Anchor>
      {organization ? <div className={css.organization}>{organization}</div> : null}
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
      {connection ? <div className={css.end}>{connection}</div> : null}
    </nav>
  );
}

function navLink(item: NavItem) {
  return (
    <Anchor className={css.item} to={item.to} aria-current={item.current ? 'page' : undefined}>
      {item.icon}
      <span className="label">{item.label}</span>
      {item.count !== undefined && <span className={css.count}>{item.count}</span>}
    </Anchor>
  );
}
