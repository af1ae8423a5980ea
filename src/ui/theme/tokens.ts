/**
 * The theme's CSS variables under the names of the visual language, for the styles of the parts. Styles
 * are static strings: switching the scheme changes the variables and renders nothing again.
 * Service states must not use `pass`; it is the colour of what was computed here.
 */
export const ink = {
  canvas: 'var(--mui-palette-background-default)',
  surface: 'var(--mui-palette-background-paper)',
  sunken: 'var(--mui-palette-surface-sunken)',
  hover: 'var(--mui-palette-surface-hover)',
  line: 'var(--mui-palette-divider)',
  line2: 'var(--mui-palette-line-strong)',
  control: 'var(--mui-palette-line-control)',
  text: 'var(--mui-palette-text-primary)',
  text2: 'var(--mui-palette-text-secondary)',
  text3: 'var(--mui-palette-text-disabled)',
  accent: 'var(--mui-palette-primary-main)',
  accentHover: 'var(--mui-palette-primary-dark)',
  onAccent: 'var(--mui-palette-primary-contrastText)',
  accentTint: 'var(--mui-palette-accent-tint)',
  accentLine: 'var(--mui-palette-accent-line)',
  accentMid: 'var(--mui-palette-accent-mid)',
  chart: 'var(--mui-palette-chart-main)',
  pass: 'var(--mui-palette-verdict-passed-main)',
  passTint: 'var(--mui-palette-verdict-passed-tint)',
  passLine: 'var(--mui-palette-verdict-passed-line)',
  fail: 'var(--mui-palette-verdict-failed-main)',
  failTint: 'var(--mui-palette-verdict-failed-tint)',
  failLine: 'var(--mui-palette-verdict-failed-line)',
  indet: 'var(--mui-palette-verdict-indeterminate-main)',
  indetTint: 'var(--mui-palette-verdict-indeterminate-tint)',
  indetLine: 'var(--mui-palette-verdict-indeterminate-line)',
  /** The only shadow: under what floats. */
  shadow: 'var(--mui-shadows-8)',
} as const;

export const mono = "'Geist Mono Variable', ui-monospace, 'SF Mono', Menlo, Consolas, monospace";
export const words = "'Geist Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Type roles: `font` shorthand is avoided so that a part can change one of them alone. */
export const type = {
  title: { fontSize: 22, lineHeight: '28px', fontWeight: 600, letterSpacing: '-0.014em' },
  verdict: { fontSize: 18, lineHeight: '26px', fontWeight: 600, letterSpacing: '-0.010em' },
  pane: { fontSize: 17, lineHeight: '24px', fontWeight: 600, letterSpacing: '-0.010em' },
  figure: { fontSize: 24, lineHeight: '30px', fontWeight: 550, letterSpacing: '-0.020em' },
  section: { fontSize: 15, lineHeight: '20px', fontWeight: 600, letterSpacing: '-0.004em' },
  body: { fontSize: 14, lineHeight: '20px', letterSpacing: '0.002em' },
  table: { fontSize: 13, lineHeight: '18px', letterSpacing: 0 },
  caption: { fontSize: 12, lineHeight: '16px', letterSpacing: 0 },
  micro: { fontSize: 11, lineHeight: '14px', fontWeight: 500, letterSpacing: 0 },
  mono: { fontFamily: mono, fontSize: 12.5, letterSpacing: 0 },
} as const;

/** Media queries of the frame: phone under 600, rail under 1200. */
export const media = {
  phone: '@media (max-width: 599.95px)',
  narrow: '@media (max-width: 899.95px)',
  rail: '@media (max-width: 1199.95px)',
} as const;

/** The focus ring, for parts whose ring must be drawn on something else than the focused element. */
export const ring = { outline: `2px solid ${ink.accent}`, outlineOffset: 2 } as const;
