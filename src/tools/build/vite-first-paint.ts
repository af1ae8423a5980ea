/**
 * What stands in `index.html` before anything else has come: the frame of the page with its style, the script that runs
 * before the first paint, and the list of files that each page begins with, which that script requests at once.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { firstPaintHtml } from './first-paint-html.ts';
import type { BuiltFile } from './vite-offline.ts';

/** What each page begins with that is often opened first, with what it loads at once; `*` stands for an id. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['features/overview/overview-page.tsx'],
  '/requests': ['features/requests/list/requests-page.tsx'],
  '/requests/*': ['features/requests/detail/request-page.tsx'],
  '/witnesses': ['features/witnesses/list/witnesses-page.tsx'],
  '/witnesses/*': ['features/witnesses/detail/witness-page.tsx'],
  '/endorsements': ['features/endorsements/endorsements-page.tsx'],
  '/directory': ['features/directory/people/directory-page.tsx'],
  '/connect': [
    'features/connect/connect-page.tsx',
    'features/connect/service-form.tsx',
    'client/read-sandbox.ts',
  ],
  '/verify': ['features/verify/verify-page.tsx'],
};
/** What surrounds the pages: with a session, and the public page without one; and what the demo adds. */
const frames: Readonly<Record<string, readonly string[]>> = {
  shell: ['app/frame/shell.tsx', 'client/answers/take-answer.ts'],
  verify: ['app/frame/verify-frame.tsx'],
  demo: ['client/read-sandbox.ts'],
};

/** The files that modules need before they run, themselves included, without those that the page begins with. */
export function filesOf(modules: readonly string[], bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const files = Object.values(bundle);
  const entry = files.find(({ isEntry }) => isEntry === true);
  const present = new Set(entry ? collect(entry, bundle) : []);
  const needed = modules.flatMap((module) => {
    const root = files.find(({ facadeModuleId }) =>
      facadeModuleId?.replaceAll('\\', '/').endsWith(`src/${module}`),
    );
    if (!root) throw new Error(`No file of the build begins with src/${module}: correct the list of pages.`);
    return collect(root, bundle);
  });
  return [...new Set(needed)].filter((name) => !present.has(name));
}

function collect(
  file: BuiltFile,
  bundle: Readonly<Record<string, BuiltFile>>,
  found = new Set<string>(),
): string[] {
  if (!found.has(file.fileName)) {
    found.add(file.fileName);
    for (const name of file.imports ?? []) {
      const imported = bundle[name];
      if (imported) collect(imported, bundle, found);
    }
  }
  return [...found];
}

/** The script of the app is requested before any other file: it is the largest, and runs first. */
export function moveScript(html: string): string {
  const [script] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
  if (!script) throw new Error('The page has no script.');
  return html.replace(script, '').replace('<!--parts-->', () => `${script}<!--parts-->`);
}

/** The sheet of the app, which scripts wait for and the first paint does not: below it. */
export function moveSheet(html: string): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  if (sheets.length !== 1) throw new Error(`The page has ${sheets.length} style sheets, not one.`);
  const [sheet = ''] = sheets;
  return html.replace(sheet, '').replace('<noscript>', `${sheet}\n    <noscript>`);
}

export function firstPaint(): Plugin[] {
  return [
    {
      name: 'testigo-first-paint',
      transformIndexHtml: {
        order: 'pre',
        handler(html) {
          const script = readFileSync(new URL('../../app/first-script.js', import.meta.url), 'utf8');
          // Comments that have a line of their own.
          const program = script.replaceAll(/^\s*\/\/.*\n/gm, '').trim();
          return html
            .replace('<!--first-script-->', () => `<!--parts--><script>${program}</script>`)
            .replace('<!--first-paint-->', firstPaintHtml);
        },
      },
    },
    {
      name: 'testigo-first-parts',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle }) {
          const built = bundle as Readonly<Record<string, BuiltFile>> | undefined;
          if (!built) return html;
          const files: string[] = [];
          const indexOf = (file: string): number =>
            files.includes(file) ? files.indexOf(file) : files.push(file) - 1;
          const parts = Object.fromEntries(
            Object.entries({ ...pages, ...frames }).map(([name, modules]) => [
              name,
              filesOf(modules, built).map(indexOf),
            ]),
          );
          // Before the script that reads it. It is data, which the policy of the page lets stand in it.
          const data = `<script type="application/json" id="parts">${JSON.stringify({ files, parts })}</script>`;
          return moveSheet(moveScript(html).replace('<!--parts-->', data));
        },
      },
    },
  ];
}
