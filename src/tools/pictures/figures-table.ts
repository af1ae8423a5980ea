/** The figures of the screens as a table in src/QUALITY.md, between two marks. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Figures, FiguresOfScreens } from './measure.ts';

export const file = 'src/QUALITY.md';
export const begin = '<!-- figures of the screens -->';
export const end = '<!-- end of the figures -->';

/** A page that has its content from the first paint on has no time of its own. */
const rounded = (value: number | null | undefined): string =>
  value != null && Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–';

const columns: readonly (readonly [string, (one: Figures) => string])[] = [
  ['Height, px', ({ height }) => rounded(height)],
  ['Words', ({ words }) => rounded(words)],
  ['Controls', ({ controls }) => rounded(controls)],
  ['Layout shift', ({ layoutShift }) => layoutShift.toFixed(3)],
  ['Shell, ms', ({ shell }) => rounded(shell)],
  ['Content, ms', ({ content }) => rounded(content)],
];

const tableOf = (width: '1440' | '360', before: FiguresOfScreens, now: FiguresOfScreens): string[] => {
  const rows = Object.entries(now).map(([screen, one]) => {
    const old = before[screen]?.[width];
    const cells = columns.map(([, show]) => `${old ? show(old) : '–'} → ${show(one[width])}`);
    return `| ${[screen, ...cells].join(' | ')} |`;
  });
  return [
    `| ${width} px | ${columns.map(([name]) => name).join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...rows,
  ];
};

/** @param before figures of 770433f, which the first sentence of the chapter names */
export async function writeFigures(before: FiguresOfScreens, now: FiguresOfScreens): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']);
  const table = [
    begin,
    '',
    `Before → now (${new Date().toISOString().slice(0, 10)}, ${stdout.trim()}).`,
    '',
    ...tableOf('1440', before, now),
    '',
    ...tableOf('360', before, now),
    '',
    end,
  ].join('\n');
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the figures.`);
  await writeFile(file, text.slice(0, from) + table + text.slice(to + end.length));
}
