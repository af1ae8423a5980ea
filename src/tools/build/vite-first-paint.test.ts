import { describe, expect, it } from 'vitest';
import { firstPaintHtml } from './first-paint-html.ts';
import { filesOf, moveSheet } from './vite-first-paint.ts';
import type { BuiltFile } from './vite-offline.ts';

const chunk = (fileName: string, parts: Partial<BuiltFile> = {}): BuiltFile => ({
  type: 'chunk',
  fileName,
  ...parts,
});
const files = [
  chunk('index.js', { isEntry: true, imports: ['base.js'] }),
  chunk('base.js'),
  chunk('page.js', {
    facadeModuleId: '/somewhere/src/features/verify/verify-page.tsx',
    imports: ['index.js', 'base.js', 'shared.js'],
    dynamicImports: ['later.js'],
  }),
  chunk('shared.js', { imports: ['page.js'] }),
  chunk('later.js'),
];
const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]));

describe('The files that a page begins with', () => {
  it('are its part and what that imports, without those of the first script', () => {
    expect(filesOf(['features/verify/verify-page.tsx'], bundle)).toEqual(['page.js', 'shared.js']);
  });

  it('fail the build where a page is listed under a name that no part has', () => {
    expect(() => filesOf(['features/verify/verify.tsx'], bundle)).toThrow('src/features/verify/verify.tsx');
  });
});

describe('The sheet of the app', () => {
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/style-abcdefgh.css">';

  it('stands below the first paint, which does not wait for it there', () => {
    const html = `<head>${sheet}</head><body><div id="first-paint"></div><noscript></noscript></body>`;
    expect(moveSheet(html).indexOf(sheet)).toBeGreaterThan(html.indexOf('first-paint') - sheet.length);
    expect(moveSheet(html).split(sheet)).toHaveLength(2);
  });

  it('fails the build where there is none, or a second one', () => {
    expect(() => moveSheet('<noscript>')).toThrow('0 style sheets');
    expect(() => moveSheet(`${sheet}${sheet}<noscript>`)).toThrow('2 style sheets');
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
