import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' }).map(
    (file) => `src/${file.replaceAll('\\', '/')}`,
  ),
);
const sheets = [...files]
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The classes of a style sheet. A comment may name a file, whose ending is no class. */
const classesOf = (sheet: string): Set<string> =>
  new Set(
    [
      ...sheet
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/:global\([^)]*\)/g, '')
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map(([, name]) => name ?? ''),
  );

/** Outside `ui`, these draw verdicts that were computed in this browser. */
const computedHere = [
  'src/features/verify/detail/verify-detail.module.css',
  'src/features/verify/results/verdict-bar.module.css',
  'src/widgets/drawings/end-mark.module.css',
  'src/widgets/drawings/ladder/ladder-lines.module.css',
];

it('uses the green of a verdict only in the parts that show what was computed here', () => {
  const green = sheets.filter(
    ({ file, text }) => !file.startsWith('src/ui/') && text.includes('verdict-passed'),
  );
  expect(green.map(({ file }) => file).sort()).toEqual(computedHere);
});

it('changes the layout at the three widths of the frame alone', () => {
  const widths = sheets.flatMap(({ text }) =>
    [...text.matchAll(/@media \((max-width: [^)]*)\)/g)].map(([, width]) => width),
  );
  expect([...new Set(widths)].sort()).toEqual([
    'max-width: 1199.95px',
    'max-width: 599.95px',
    'max-width: 899.95px',
  ]);
});

it('writes no text of a phone smaller than 12 px', () => {
  const base = readFileSync('src/ui/theme/base.css', 'utf8');
  // The last value of a size is that of the phone.
  const sizes = new Map(
    [...base.matchAll(/(--size-\w+): ([^;]+);/g)].map(([, name = '', size = '']) => [name, size]),
  );
  for (const [name, size] of sizes) {
    const role = /var\((.+)\)/.exec(size)?.[1];
    expect(Number.parseFloat(sizes.get(role ?? name) ?? ''), name).toBeGreaterThanOrEqual(12);
  }
  // Paper has sizes of its own, and a size of 0 hides words from the eye.
  const small = sheets.filter(
    ({ file, text }) =>
      !file.endsWith('/printed-report.module.css') && /font-size: (?:[1-9]|1[01])(?:\.\d+)?px/.test(text),
  );
  expect(small.map(({ file }) => file)).toEqual([]);
});

it.each(sheets)('$file defines the classes that its component uses, and no other', ({ file, text }) => {
  const component = ['.tsx', '.ts']
    .map((end) => file.replace('.module.css', end))
    .find((name) => files.has(name));
  const used = new Set(
    [...readFileSync(component ?? '', 'utf8').matchAll(/\bcss\.(\w+)/g)].map(([, name]) => name ?? ''),
  );
  const defined = classesOf(text);
  expect({
    undefined: [...used].filter((name) => !defined.has(name)),
    unused: [...defined].filter((name) => !used.has(name)),
  }).toEqual({
    undefined: [],
    unused: [],
  });
});
