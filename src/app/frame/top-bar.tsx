import type { ReactNode } from 'react';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import { styled } from '@mui/material/styles';
import ChevronIcon from '@mui/icons-material/ChevronRight';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { useColorScheme } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { Anchor } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { Shortcut } from '#ui/actions/shortcut.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { useNarrow, usePhone } from '#ui/hooks/use-media-query.ts';
import { BrandMark } from '#ui/layout/brand.tsx';

/** The way to this page; the last one is the page itself and has no `to`. */
export interface Crumb {
  label: string;
  to?: string | undefined;
}

const Root = styled('header')({
  position: 'sticky',
  zIndex: 1000,
  top: 0,
  gridArea: 'top',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  height: 52,
  padding: '0 var(--page-padding)',
  borderBottom: `1px solid ${ink.line}`,
  background: ink.surface,
  '& > nav': { ...type.body, flex: 1, minWidth: 0 },
  '& > nav > ol': { flexWrap: 'nowrap', minWidth: 0 },
  // Only the last one, a name of any length, gives way.
  '& > nav > ol > li': { flex: 'none', display: 'flex', '&:last-of-type': { flex: '0 1 auto', minWidth: 0 } },
  '& .MuiBreadcrumbs-separator': { margin: '0 8px', '& svg': { fontSize: 16, color: ink.text3 } },
  '& > nav a': { color: ink.text2, textDecoration: 'none', borderRadius: 3, '&:hover': { color: ink.text } },
  '& > nav > ol > li:last-of-type > span': {
    fontWeight: 600,
    color: ink.text,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  [media.phone]: { '& > nav > ol > li:not(:last-of-type)': { display: 'none' } },
});

const Search = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  flex: '0 1 348px',
  minWidth: 0,
  height: 32,
  padding: '0 6px 0 10px',
  border: `1px solid ${ink.control}`,
  borderRadius: 6,
  background: ink.surface,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  textAlign: 'left',
  cursor: 'text',
  '& svg': { fontSize: 17, color: ink.text2 },
  '& > .words': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:hover': { borderColor: ink.text2 },
});

const Utc = styled('button')({
  ...type.micro,
  flex: 'none',
  height: 24,
  minWidth: 34,
  padding: '0 6px',
  border: `1px solid ${ink.line2}`,
  borderRadius: 5,
  background: 'none',
  color: ink.text2,
  cursor: 'pointer',
  '&:hover': { background: ink.hover },
  '&[aria-pressed="true"]': { borderColor: ink.accent, background: ink.accentTint, color: ink.accent },
  [media.phone]: { display: 'none' },
});

export interface TopBarProps {
  home: string;
  crumbs: readonly Crumb[];
  /** Opens the palette. */
  onSearch?: (() => void) | undefined;
  /** The button of the tray. */
  tray?: ReactNode;
  /** The reader: avatar with its menu. */
  account?: ReactNode;
}

/** Where the reader is, the palette, the tray, and the two switches that hold for every screen. */
export function TopBar({ home, crumbs, onSearch, tray, account }: TopBarProps) {
  const phone = usePhone();
  const narrow = useNarrow();
  const { utc, set } = usePreferences();
  return (
    <Root>
      {phone && (
        <Anchor to={home} aria-label="Testigo">
          <BrandMark />
        </Anchor>
      )}
      <Breadcrumbs aria-label={m.shell_breadcrumb()} separator={<ChevronIcon />} maxItems={9}>
        {crumbs.map((crumb, index) =>
          crumb.to === undefined ? (
            <span key={crumb.label} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
              {crumb.label}
            </span>
          ) : (
            <Anchor key={crumb.label} to={crumb.to}>
              {crumb.label}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
      {onSearch &&
        (narrow ? (
          <IconButton label={m.shell_search()} icon={<SearchIcon />} onClick={onSearch} />
        ) : (
          <Search type="button" onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
            <SearchIcon aria-hidden="true" />
            <span className="words">{m.shell_search()}</span>
            <Shortcut keys={['mod+k']} />
          </Search>
        ))}
      {tray}
      <Tip text={utc ? m.shell_utc_on() : m.shell_utc_off()}>
        <Utc
          type="button"
          aria-pressed={utc}
          aria-label={m.shell_utc_label()}
          onClick={() => {
            set({ utc: !utc });
          }}
        >
          UTC
        </Utc>
      </Tip>
      {!phone && <ThemeButton />}
      {account}
    </Root>
  );
}

/** Turns light to dark and back; «system» is chosen in the settings. */
function ThemeButton() {
  const { set } = usePreferences();
  const { mode, systemMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  return (
    <IconButton
      label={isDark ? m.shell_theme_to_light() : m.shell_theme_to_dark()}
      icon={isDark ? <LightIcon /> : <DarkIcon />}
      onClick={() => {
        set({ theme: isDark ? 'light' : 'dark' });
      }}
    />
  );
}
