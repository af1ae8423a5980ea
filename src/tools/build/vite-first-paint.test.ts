import { describe, expect, it } from 'vitest';
import { firstPaintHtml } from './first-paint-html.ts';
import { filesOf } from './vite-first-paint.ts';
import type { BuiltFile } from './vite-offline.ts';

const chunk = (fileName: string, parts: Partial<BuiltFile> = {}): BuiltFile => ({
  type: 'chunk',
  fileName,
  ...parts,
});
const files = [
  chunk('index.js', {
    isEntry: true,
    imports: ['base.js'],
    viteMetadata: { importedCss: new Set(['index.css']) },
  }),
  chunk('base.js'),
  chunk('page.js', {
    facadeModuleId: '/somewhere/src/features/verify/verify-page.tsx',
    imports: ['index.js', 'base.js', 'shared.js'],
    dynamicImports: ['later.js'],
    viteMetadata: { importedCss: new Set(['page.css']) },
  }),
  chunk('shared.js', { imports: ['page.js'], viteMetadata: { importedCss: new Set(['shared~page.css']) } }),
  chunk('later.js'),
];
const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]));

describe('The files that a page begins with', () => {
  it('are its part, what that imports, and their sheets, without those of the first script', () => {
    expect(filesOf('features/verify/verify-page.tsx', bundle)).toEqual([
      'page.js',
      'page.css',
      'shared.js',
      'shared~page.css',
    ]);
  });

  it('fail the build where a page is listed under a name that no part has', () => {
    expect(() => filesOf('features/verify/verify.tsx', bundle)).toThrow('src/features/verify/verify.tsx');
  });
});

it('The first paint has each of its words in both languages, hidden from assistive technology', () => {
  const html = firstPaintHtml();
  expect(html).toMatch(/^<div id="first-paint" aria-hidden="true">/);
  const inLanguage = (language: string): (string | undefined)[] =>
    [...html.matchAll(new RegExp(`<(\\w+) lang="${language}"[^>]*>[^<]+</`, 'g'))].map(([, tag]) => tag);
  expect(inLanguage('en')).toEqual(inLanguage('es-MX'));
  expect(inLanguage('en').length).toBeGreaterThan(8);
  expect(html).not.toMatch(/<(?:a|button|input)\b/);
});
