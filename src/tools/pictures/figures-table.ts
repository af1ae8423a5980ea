/** The figures of the screens as a table in src/QUALITY.md, between two marks. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Figures } from './draw.ts';

const file = 'src/QUALITY.md';
const begin = '<!-- figures of the screens -->';
const end = '<!-- end of the figures -->';

/** Of the looks that the table has; a run that did not draw both leaves the table as it is. */
const [wideLook, narrowLook] = ['es-MX light 1440', 'es-MX light 360'] as const;

/** @param byLook figures of each screen, by the name of the look */
export async function writeFigures(
  byLook: Readonly<Record<string, Readonly<Record<string, Figures>>>>,
): Promise<void> {
  const [wide, narrow] = [byLook[wideLook], byLook[narrowLook]];
  if (wide === undefined || narrow === undefined)
    throw new Error(`The table needs ${wideLook} and ${narrowLook}.`);
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD']);
  const rows = Object.entries(wide).map(([screen, one]) => {
    const { height, layoutShift } = narrow[screen] ?? one;
    const cells = [one.height, one.words, one.controls].map((value) => value.toLocaleString('en'));
    return `| ${[screen, ...cells, one.layoutShift.toFixed(3), height.toLocaleString('en'), layoutShift.toFixed(3)].join(' | ')} |`;
  });
  const table = [
    begin,
    '',
    `In the demo, es-MX, light (${new Date().toISOString().slice(0, 10)}, ${stdout.trim()}). Layout shift counts all of it, what follows an input too.`,
    '',
    '| Screen | Height at 1440, px | Words | Controls | Layout shift | Height at 360, px | Layout shift |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    end,
  ].join('\n');
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no place for the figures.`);
  await writeFile(file, text.slice(0, from) + table + text.slice(to + end.length));
}
