// Dependency rules, generated from the table of floors. Run with `npm run floors`.
import { floors } from './floors.mjs';

const names = Object.keys(floors);
const folderOf = (name) => floors[name].folder ?? `src/${name}`;
const tests = '(\\.test\\.tsx?|/testing/.*)$';

const floorRules = names.flatMap((name) => {
  const { may, also, packages, never } = floors[name];
  const closed = names.filter((other) => other !== name && !may.includes(other));
  const rules = [
    {
      name: `floor-${name}`,
      severity: 'error',
      comment: `${name} may import ${may.join(', ') || 'no other floor'}`,
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
    ...floorRules,
    {
      name: 'no-door-between-rooms',
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
        path: '^src/(clock|contract|proofs|words|api|ui|widgets|evidence-page|features|app|service|cli)/',
        pathNot: tests,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'src/words/compiled' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
