import { describe, expect, it } from 'vitest';
import { everydayParts, firstParts, planModules } from './vite-chunks.ts';

interface Module {
  readonly code: string;
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicImporters: readonly string[];
}

const words = '/app/src/i18n/compiled/messages';
const module = (code: string, importedIds: string[] = [], dynamicImporters: string[] = []): Module => ({
  code,
  isEntry: false,
  importedIds,
  dynamicImporters,
});

/** A build with every first and everyday part, each loaded by the router, and two of its words. */
const build = () =>
  new Map<string, Module>([
    ['/app/src/app/routes.tsx', { ...module('routes'), isEntry: true }],
    [`${words}/_index.js`, module('', [`${words}/save.js`, `${words}/rarely.js`])],
    [`${words}/save.js`, module('save')],
    [`${words}/rarely.js`, module('rarely')],
    ...[...firstParts, ...everydayParts].map((name): [string, Module] => [
      `/app/src/${name}.tsx`,
      module('m.save()', [`${words}/_index.js`], ['/app/src/app/routes.tsx']),
    ]),
  ]);

describe('The plan of a build', () => {
  it('gives a word to the parts that name it, not to all that could', () => {
    const plan = planModules(build());
    expect(plan.has(`${words}/save.js`)).toBe(true);
    expect(plan.has(`${words}/rarely.js`)).toBe(false);
  });

  it('fails where a first part has another name now', () => {
    const modules = build();
    modules.delete('/app/src/app/frame/shell.tsx');
    expect(() => planModules(modules)).toThrow('No module is src/app/frame/shell');
  });
});
