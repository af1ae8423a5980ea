import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ink } from './tokens.ts';
import { dark, light, type Scheme } from './palette.ts';
import { theme } from './theme.ts';

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const backgrounds = [
  'surface',
  'canvas',
  'sunken',
  'hover',
  'accentTint',
  'passTint',
  'failTint',
  'indetTint',
] as const satisfies (keyof Scheme)[];
const texts = [
  'text',
  'text2',
  'text3',
  'accent',
  'pass',
  'fail',
  'indet',
] as const satisfies (keyof Scheme)[];
const shapes = ['control', 'accentMid', 'chart'] as const satisfies (keyof Scheme)[];

// The table of the visual language: surface, canvas, accentTint, worst; light then dark.
const table: Record<string, [number[], number[]]> = {
  text: [
    [17.77, 16.42, 15.89, 15.83],
    [15.18, 16.37, 13.28, 13.28],
  ],
  text2: [
    [7.96, 7.36, 7.12, 7.09],
    [9.13, 9.85, 7.99, 7.99],
  ],
  text3: [
    [5.42, 5.01, 4.84, 4.83],
    [6.22, 6.71, 5.45, 5.45],
  ],
  accent: [
    [8.3, 7.67, 7.43, 7.4],
    [9.18, 9.9, 8.03, 8.03],
  ],
  pass: [
    [6.57, 6.07, 5.88, 5.85],
    [9.19, 9.91, 8.04, 8.04],
  ],
  fail: [
    [6.84, 6.32, 6.12, 6.1],
    [8.82, 9.51, 7.72, 7.72],
  ],
  indet: [
    [6.75, 6.24, 6.03, 6.01],
    [9.48, 10.22, 8.29, 8.29],
  ],
  control: [
    [3.55, 3.28, 3.18, 3.17],
    [4.12, 4.44, 3.6, 3.6],
  ],
  accentMid: [
    [3.66, 3.38, 3.27, 3.26],
    [4.12, 4.44, 3.6, 3.6],
  ],
  chart: [
    [6.86, 6.34, 6.13, 6.11],
    [5.87, 6.33, 5.13, 5.13],
  ],
};

describe.each([
  ['light', light, 0],
  ['dark', dark, 1],
] as const)('the %s scheme', (_name, scheme, at) => {
  it.each(texts)('shows %s as text on every background with at least 4.5', (name) => {
    for (const on of backgrounds)
      expect(contrast(scheme[name], scheme[on]), `${name} on ${on}`).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapes)('shows %s as a shape on every background with at least 3', (name) => {
    for (const on of backgrounds)
      expect(contrast(scheme[name], scheme[on]), `${name} on ${on}`).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(table))('measures for %s what the table says', (name) => {
    // Safe: the keys of the table are names of colours.
    const colour = scheme[name as keyof Scheme];
    const worst = Math.min(...backgrounds.map((on) => contrast(colour, scheme[on])));
    const measured = [
      ...(['surface', 'canvas', 'accentTint'] as const).map((on) => contrast(colour, scheme[on])),
      worst,
    ];
    measured.forEach((value, index) => {
      expect(value).toBeCloseTo(table[name]?.[at][index] ?? 0, 1);
    });
  });

  it('writes on the accent, on its hover and on the inverse bar with at least 4.5', () => {
    expect(contrast(scheme.onAccent, scheme.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(scheme.onAccent, scheme.accentHover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(scheme.surface, scheme.text)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the theme', () => {
  // Safe: a theme with CSS variables has it; MUI's type of a plain theme does not say so.
  const css = (
    theme as unknown as { generateStyleSheets: () => Record<string, unknown>[] }
  ).generateStyleSheets();
  const rules = JSON.stringify(css);

  it('is chosen by data-theme on the root', () => {
    expect(rules).toContain('[data-theme=\\"dark\\"]');
  });

  it.each(Object.entries(ink))('has the variable of ink.%s', (_name, value) => {
    const variable = /--[\w-]+/.exec(value)?.[0] ?? 'none';
    expect(rules).toContain(`"${variable}"`);
  });

  it('gives each colour of the schemes to the variable that its name stands for', () => {
    const flat = new Map<string, Record<string, unknown>>();
    for (const sheet of css)
      for (const [selector, body] of Object.entries(sheet))
        flat.set(selector, { ...flat.get(selector), ...(body as Record<string, unknown>) });
    const valuesOf = (part: string) =>
      Object.assign(
        {},
        ...[...flat].filter(([selector]) => selector.includes(part)).map(([, body]) => body),
      ) as Record<string, string>;
    const inDark = valuesOf('dark');
    const inLight = { ...valuesOf(':root'), ...valuesOf('light') };
    for (const name of Object.keys(light) as (keyof Scheme)[]) {
      const variable = /--[\w-]+/.exec(ink[name === 'onAccent' ? 'onAccent' : name])?.[0] ?? '';
      expect(inDark[variable]?.toUpperCase(), `${name} in dark`).toBe(dark[name]);
      expect(inLight[variable]?.toUpperCase(), `${name} in light`).toBe(light[name]);
    }
  });

  it('gives a shadow only to what floats', () => {
    const depths = theme.shadows.flatMap((shadow, depth) => (shadow === 'none' ? [] : [depth]));
    expect(depths).toEqual([8, 16, 24]);
    expect(rules).toContain('"--mui-shadows-8":"0 12px 32px');
    expect(rules).toContain('"--mui-shadows-4":"none"');
  });
});

it('paints the page before any script with the colours of the theme', () => {
  const base = readFileSync('src/ui/theme/base.css', 'utf8');
  const [before = '', after = ''] = base.split("[data-theme='dark']");
  expect(before).toContain(`--canvas: ${light.canvas.toLowerCase()}`);
  expect(before).toContain(`--ink: ${light.text.toLowerCase()}`);
  expect(before).toContain(`--focus: ${light.accent.toLowerCase()}`);
  expect(after).toContain(`--canvas: ${dark.canvas.toLowerCase()}`);
  expect(after).toContain(`--ink: ${dark.text.toLowerCase()}`);
  expect(after).toContain(`--focus: ${dark.accent.toLowerCase()}`);
});

// Green is for what was computed here. What the service says has other colours.
it.each([
  'ui/data/status-chip.tsx',
  'features/requests/segmented-progress.tsx',
  'ui/feedback/live-mark.tsx',
  'app/tray/tray-list.tsx',
  'features/requests/detail/event-timeline.tsx',
  'ui/lists/list.tsx',
  'ui/layout/stepper.tsx',
  'ui/overlays/snackbar.tsx',
  'app/frame/connection-line.tsx',
])('never paints %s with the colour of a pass', (file) => {
  expect(readFileSync(`src/${file}`, 'utf8')).not.toMatch(/ink\.pass|verdict-passed|success/);
});
