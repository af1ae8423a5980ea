import type { ReactNode } from 'react';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import BackIcon from '@mui/icons-material/ArrowBack';
import ChevronIcon from '@mui/icons-material/ChevronRight';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SearchIcon from '@mui/icons-material/Search';
import { useColorScheme } from '@mui/material/styles';
import { currentTime } from '#clock/clock.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { Shortcut } from '#ui/actions/shortcut.tsx';
import { Tip } from '#ui/overlays/tip.tsx';
import { useNarrow, usePhone } from '#ui/hooks/use-media-query.ts';
import { BrandMark } from '#ui/layout/brand.tsx';
import css from './top-bar.module.css';

/** The way to this page; the last one is the page itself and has no `to`. */
export interface Crumb {
  label: string;
  to?: string | undefined;
}

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
  const format = useFormat();
  const zone = utc ? 'UTC' : format.zone(currentTime());
  const above = crumbs.at(-2);
  return (
    <header className={css.root}>
      {phone &&
        (above?.to === undefined ? (
          <Anchor to={home} aria-label="Testigo">
            <BrandMark />
          </Anchor>
        ) : (
          <Anchor className={css.back} to={above.to} aria-label={m.shell_back_to({ place: above.label })}>
            <BackIcon aria-hidden="true" />
          </Anchor>
        ))}
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
          <button
            className={css.search}
            type="button"
            onClick={onSearch}
            aria-keyshortcuts="Control+K Meta+K"
          >
            <SearchIcon aria-hidden="true" />
            <span className={css.words}>{m.shell_search()}</span>
            <Shortcut keys={['mod+k']} />
          </button>
        ))}
      {tray}
      <Tip text={utc ? m.shell_utc_on() : m.shell_utc_off()}>
        <button
          className={css.utc}
          type="button"
          aria-pressed={utc}
          aria-label={`${zone}. ${m.shell_utc_label()}`}
          onClick={() => {
            set({ utc: !utc });
          }}
        >
          {zone}
        </button>
      </Tip>
      {!phone && <ThemeButton />}
      {account}
    </header>
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
