import { describe, expect, it } from 'vitest';
import { Barrels, usedModules, type Source } from './barrels.ts';

const root = '/app/node_modules';

/** Modules by their code and what they import. */
const sourcesOf = (modules: Readonly<Record<string, readonly [code: string, imports?: readonly string[]]>>) =>
  new Map(
    Object.entries(modules).map(([id, [code, importedIds = []]]): [string, Source] => [
      id,
      { code, importedIds },
    ]),
  );

const controls = sourcesOf({
  '/app/src/form.tsx': [
    `import { Field as F, alpha } from "controls"; import { m } from './words.ts';`,
    [`${root}/controls/index.mjs`, '/app/src/words.ts'],
  ],
  '/app/src/all.tsx': [`import * as C from 'controls';`, [`${root}/controls/index.mjs`]],
  '/app/src/words.ts': ['export const m = 1;'],
  [`${root}/controls/index.mjs`]: [
    `'use client';\n/* All of it. */\nexport { default as Field } from "./Field.mjs";\nexport { default as Table } from "./Table.mjs";\nexport * from "./colours.mjs";`,
    [`${root}/controls/Field.mjs`, `${root}/controls/Table.mjs`, `${root}/controls/colours.mjs`],
  ],
  [`${root}/controls/Field.mjs`]: ['export default function Field() {}'],
  [`${root}/controls/Table.mjs`]: ['export default function Table() {}'],
  [`${root}/controls/colours.mjs`]: ['export const alpha = 1;'],
});

describe('What a module uses of a package', () => {
  it('follows the names that it imports', () => {
    expect(usedModules('/app/src/form.tsx', controls, new Barrels(controls)).sort()).toEqual(
      [`${root}/controls/Field.mjs`, `${root}/controls/colours.mjs`, '/app/src/words.ts'].sort(),
    );
  });

  it('takes everything of a namespace', () => {
    expect(usedModules('/app/src/all.tsx', controls, new Barrels(controls))).toHaveLength(3);
  });

  it('needs nothing for what it only passes on', () => {
    expect(usedModules(`${root}/controls/index.mjs`, controls, new Barrels(controls))).toEqual([]);
  });

  it('reads names that are imported first and exported later', () => {
    const sources = sourcesOf({
      '/app/src/list.ts': [`import { useQuery } from '@scope/query';`, [`${root}/@scope/query/index.js`]],
      [`${root}/@scope/query/index.js`]: [
        `import { useQuery } from "./useQuery.js";\nimport { useMutation } from "./useMutation.js";\nexport { useQuery, useMutation };`,
        [`${root}/@scope/query/useQuery.js`, `${root}/@scope/query/useMutation.js`],
      ],
      [`${root}/@scope/query/useQuery.js`]: ['export const useQuery = 1;'],
      [`${root}/@scope/query/useMutation.js`]: ['export const useMutation = 1;'],
    });
    expect(usedModules('/app/src/list.ts', sources, new Barrels(sources))).toEqual([
      `${root}/@scope/query/useQuery.js`,
    ]);
  });

  it('takes a module with exports of its own for what it needs itself', () => {
    const sources = sourcesOf({
      '/app/src/a.ts': [`import { own, Passed } from 'kit';`, [`${root}/kit/index.js`]],
      [`${root}/kit/index.js`]: [
        `import { helper } from './helper.js';\nexport { Passed } from './passed.js';\nexport const own = helper();`,
        [`${root}/kit/helper.js`, `${root}/kit/passed.js`],
      ],
      [`${root}/kit/helper.js`]: ['export const helper = () => 1;'],
      [`${root}/kit/passed.js`]: ['export const Passed = 1;'],
    });
    const barrels = new Barrels(sources);
    expect(usedModules('/app/src/a.ts', sources, barrels).sort()).toEqual([
      `${root}/kit/index.js`,
      `${root}/kit/passed.js`,
    ]);
    expect(usedModules(`${root}/kit/index.js`, sources, barrels)).toEqual([`${root}/kit/helper.js`]);
  });

  it('ends on packages that pass on each other', () => {
    const sources = sourcesOf({
      '/app/src/a.ts': [`import { x } from 'one';`, [`${root}/one/index.js`]],
      [`${root}/one/index.js`]: [`export * from 'two';`, [`${root}/two/index.js`]],
      [`${root}/two/index.js`]: [`export * from 'one';`, [`${root}/one/index.js`]],
    });
    expect(usedModules('/app/src/a.ts', sources, new Barrels(sources))).toEqual([]);
  });
});
