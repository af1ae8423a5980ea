// Dependency rules, generated from the table of layers. Run with `npm run layers`.
import { layers } from '../layers.mjs';

const names = Object.keys(layers);
const folderOf = (name) => layers[name].folder ?? `src/${name}`;
const tests = '(\\.test\\.tsx?|/testing/.*)$';

const layerRules = names.flatMap((name) => {
  const { may, also, packages, never } = layers[name];
  const closed = names.filter((other) => other !== name && !may.includes(other));
  const rules = [
    {
      name: `layer-${name}`,
      severity: 'error',
      comment: `${name} may import ${may.join(', ') || 'no other layer'}`,
      from: { path: `^${folderOf(name)}/`, pathNot: tests },
      to: {
        path: `^(${closed.map(folderOf).join('|')})/`,
        ...(also && { pathNot: `^src/(${also.join('|')})$` }),
      },
    },
  ];
  if (packages) {
    rules.push({
      name: `packages-${name}`,
      severity: 'error',
      comment: `${name} may import only ${packages.join(', ')}`,
      from: { path: `^${folderOf(name)}/`, pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: `node_modules/(${packages.join('|')})/` },
    });
  }
  if (never) {
    rules.push({
      name: `never-${name}`,
      severity: 'error',
      comment: `${name} may not import ${never.join(', ')}`,
      from: { path: `^${folderOf(name)}/`, pathNot: tests },
      to: { path: `node_modules/(${never.join('|')})/` },
    });
  }
  return rules;
});

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'no-import-between-features',
      severity: 'error',
      comment: 'a feature never imports another feature',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/([^/]+)/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'no cycles, those that only types close included',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dev-packages-in-the-product',
      severity: 'error',
      from: {
        path: '^src/(clock|contract|proofs|i18n|client|jobs|ui|widgets|evidence-page|features|app|service|cli)/',
        pathNot: tests,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    // `kubernetes-types` is declarations alone, which are not resolved here.
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^kubernetes-types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'src/i18n/compiled' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
