/**
 * What stands in `index.html` before any script runs: the frame of the page with its words in both languages, of which
 * CSS shows one, and the list of files that each page begins with, which `theme.js` requests at once.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { BuiltFile } from './vite-offline.ts';

const languages = ['es-MX', 'en'] as const;
type Language = (typeof languages)[number];

/** The module of each page that is often opened first; `*` stands for an id. */
const pages: Readonly<Record<string, string>> = {
  '/': 'features/overview/overview-page.tsx',
  '/requests': 'features/requests/list/requests-page.tsx',
  '/requests/*': 'features/requests/detail/request-page.tsx',
  '/witnesses': 'features/witnesses/list/witnesses-page.tsx',
  '/witnesses/*': 'features/witnesses/detail/witness-page.tsx',
  '/endorsements': 'features/endorsements/endorsements-page.tsx',
  '/directory': 'features/directory/people/directory-page.tsx',
  '/connect': 'features/connect/connect-page.tsx',
  '/verify': 'features/verify/verify-page.tsx',
};
/** What surrounds the pages: with a session, and the public page without one. */
const frames: Readonly<Record<string, string>> = {
  shell: 'app/frame/shell.tsx',
  verify: 'app/frame/verify-frame.tsx',
};

/** The files that a module needs before it runs, itself included, without those of the first script. */
export function filesOf(module: string, bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const files = Object.values(bundle);
  const entry = files.find(({ isEntry }) => isEntry === true);
  const present = new Set(entry ? collect(entry, bundle) : []);
  const root = files.find(({ facadeModuleId }) =>
    facadeModuleId?.replaceAll('\\', '/').endsWith(`src/${module}`),
  );
  if (!root) throw new Error(`No file of the build begins with src/${module}: correct the list of pages.`);
  return collect(root, bundle).filter((name) => !present.has(name));
}

function collect(
  file: BuiltFile,
  bundle: Readonly<Record<string, BuiltFile>>,
  found = new Set<string>(),
): string[] {
  if (!found.has(file.fileName)) {
    found.add(file.fileName);
    for (const sheet of file.viteMetadata?.importedCss ?? []) found.add(sheet);
    for (const name of file.imports ?? []) {
      const imported = bundle[name];
      if (imported) collect(imported, bundle, found);
    }
  }
  return [...found];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function message(language: Language, catalogue: string, key: string): string {
  const path = new URL(`../../i18n/${language}/${catalogue}.json`, import.meta.url);
  const text = (JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>)[key];
  if (typeof text !== 'string') throw new Error(`${language}/${catalogue}.json has no text ${key}.`);
  return escaped(text);
}

/** An element for each language. */
const inBoth = (tag: string, catalogue: string, key: string, width?: 'wide' | 'phone'): string =>
  languages
    .map((language) => {
      const at = width === undefined ? '' : ` class="${width}"`;
      return `<${tag} lang="${language}"${at}>${message(language, catalogue, key)}</${tag}>`;
    })
    .join('');

const mark = `<svg viewBox="0 0 20 20" width="20" height="20"><rect width="20" height="20" rx="5" fill="currentColor"/><path d="M5.4 6.2h9.2M10 6.2v5.2" fill="none" stroke="var(--canvas)" stroke-width="1.9" stroke-linecap="round"/><circle cx="10" cy="14.4" r="1.35" fill="var(--canvas)"/></svg>`;
const brand = `<b>${mark}<span>Testigo</span></b>`;
const bars = (count: number): string => '<i></i>'.repeat(count);

/** The frame of the three kinds of pages; `data-first` of the document chooses one. */
export function firstPaintHtml(): string {
  const places = [
    'overview',
    'requests',
    'witnesses',
    'verify',
    'directory',
    'organization',
    'rates',
    'settings',
  ];
  const navigation = places.map((place) => inBoth('li', 'shell', `shell_nav_${place}`)).join('');
  return [
    '<div id="first-paint" aria-hidden="true">',
    `<div class="shell"><nav>${brand}<ul>${navigation}</ul></nav><header></header><section>${bars(9)}</section></div>`,
    `<div class="connect"><header>${brand}</header>${inBoth('h1', 'connect', 'connect_title')}`,
    `${inBoth('p', 'connect', 'connect_sub')}<section>${bars(4)}</section></div>`,
    `<div class="verify"><header>${brand}</header><section>${inBoth('h1', 'verify', 'verify_drop_title', 'wide')}`,
    inBoth('h1', 'verify', 'verify_drop_title_phone', 'phone'),
    inBoth('p', 'verify', 'verify_drop_text', 'wide'),
    `${inBoth('p', 'verify', 'verify_drop_text_phone', 'phone')}</section></div>`,
    '</div>',
  ].join('');
}

export function firstPaint(): Plugin[] {
  return [
    {
      name: 'testigo-first-paint',
      transformIndexHtml: (html) => html.replace('<!--first-paint-->', firstPaintHtml),
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
            Object.entries({ ...pages, ...frames }).map(([name, module]) => [
              name,
              filesOf(module, built).map(indexOf),
            ]),
          );
          // Before the script that reads it. It is data, which the policy of the page lets stand in it.
          const data = `<script type="application/json" id="parts">${JSON.stringify({ files, parts })}</script>`;
          return html.replace('<script src="/theme.js">', `${data}\n    <script src="/theme.js">`);
        },
      },
    },
  ];
}
