import { createTheme, type Shadows } from '@mui/material/styles';
import { dark, light, type Scheme } from './palette.ts';
import { type, words } from './tokens.ts';
import { components } from './components.ts';

interface Verdict {
  main: string;
  tint: string;
  line: string;
}

interface OwnPalette {
  surface: { sunken: string; hover: string };
  line: { strong: string; control: string };
  accent: { tint: string; line: string; mid: string };
  chart: { main: string };
  /** Only for what was computed here. The service's states must not read it. */
  verdict: { passed: Verdict; failed: Verdict; indeterminate: Verdict };
}

declare module '@mui/material/styles' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- module augmentation needs an interface
  interface Palette extends OwnPalette {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- module augmentation needs an interface
  interface PaletteOptions extends OwnPalette {}
}

/** One scheme as MUI's palette; `info` is the accent, so that there is never another blue. */
function paletteOf(s: Scheme) {
  const accent = { main: s.accent, light: s.accent, dark: s.accentHover, contrastText: s.onAccent };
  const solid = (main: string) => ({ main, light: main, dark: main, contrastText: s.surface });
  return {
    primary: accent,
    info: accent,
    success: solid(s.pass),
    error: solid(s.fail),
    warning: solid(s.indet),
    background: { default: s.canvas, paper: s.surface },
    text: { primary: s.text, secondary: s.text2, disabled: s.text3 },
    divider: s.line,
    action: { hover: s.hover, selected: s.accentTint },
    surface: { sunken: s.sunken, hover: s.hover },
    line: { strong: s.line2, control: s.control },
    accent: { tint: s.accentTint, line: s.accentLine, mid: s.accentMid },
    chart: { main: s.chart },
    verdict: {
      passed: { main: s.pass, tint: s.passTint, line: s.passLine },
      failed: { main: s.fail, tint: s.failTint, line: s.failLine },
      indeterminate: { main: s.indet, tint: s.indetTint, line: s.indetLine },
    },
  };
}

const floating = '0 12px 32px rgb(0 0 0 / var(--shadow-strength, .10))';

// Only what floats has a shadow: menu 8, tray 16, dialog 24. Safe: 25 depths are made.
const shadows = Array.from({ length: 25 }, (_, depth) =>
  depth === 8 || depth === 16 || depth === 24 ? floating : 'none',
) as Shadows;

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: paletteOf(light) }, dark: { palette: paletteOf(dark) } },
  spacing: 4,
  shadows,
  shape: { borderRadius: 6 },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1800 } },
  transitions: {
    duration: {
      shortest: 120,
      shorter: 120,
      short: 120,
      standard: 180,
      complex: 180,
      enteringScreen: 180,
      leavingScreen: 180,
    },
  },
  typography: {
    fontFamily: words,
    fontSize: 14,
    h1: type.title,
    h2: type.section,
    h3: { fontSize: 12, lineHeight: '16px', fontWeight: 500 },
    body1: type.body,
    body2: type.table,
    caption: type.caption,
    button: {
      fontSize: 13,
      lineHeight: '18px',
      fontWeight: 500,
      textTransform: 'none',
      letterSpacing: '0.002em',
    },
  },
  components,
});
