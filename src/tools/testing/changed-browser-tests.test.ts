import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { browserTestsOf } from './changed-browser-tests.ts';

const specFiles = readdirSync('e2e').filter((name) => /\.(spec|e2e)\.ts$/.test(name));

/** Spec files that a pattern selects, as Playwright does. */
const selected = (patterns: readonly string[]): string[] =>
  specFiles.filter((name) => patterns.some((pattern) => new RegExp(pattern).test(`e2e/${name}`)));

describe('browser tests of changed areas', () => {
  it('selects the spec files of a feature', () => {
    const found = selected(browserTestsOf(['src/features/rates/converter.tsx']));
    expect(found).toEqual(['rates.spec.ts']);
  });

  it('selects a changed spec file itself', () => {
    expect(selected(browserTestsOf(['e2e/phone.spec.ts']))).toEqual(['phone.spec.ts']);
  });

  it('selects everything for what every screen uses', () => {
    for (const path of [
      'src/ui/actions/button.tsx',
      'src/service/start.ts',
      'src/proofs/signature/rsa.ts',
      'e2e/service.ts',
    ])
      expect(selected(browserTestsOf([path]))).toEqual(specFiles);
  });

  it('selects nothing for documents, unit tests and tools', () => {
    expect(browserTestsOf(['README.md', 'src/ui/button.test.tsx', 'src/tools/deep.ts'])).toEqual([]);
  });

  it('names an area with existing spec files for every feature', () => {
    for (const feature of readdirSync('src/features')) {
      const found = selected(browserTestsOf([`src/features/${feature}/page.tsx`]));
      expect([feature, found.length > 0 && found.length < specFiles.length]).toEqual([feature, true]);
    }
  });
});
