import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import query from '@tanstack/eslint-plugin-query';
import a11y from 'eslint-plugin-jsx-a11y-x';

const web = ['src/{ui,widgets,features,app}/**/*.{ts,tsx}'];
const tests = ['**/*.test.{ts,tsx}', '**/testing/**/*'];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'No default exports: a thing has one name everywhere.',
};
const noGreen = {
  selector: "MemberExpression[object.name='ink'][property.name=/^pass/]",
  message: 'Green belongs to what was computed: show it with a verdict part of ui.',
};
/** Everything but `src/clock` that says what time it is. */
const noOtherClock = [
  "MemberExpression[object.name='Date'][property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  'CallExpression[callee.property.name=/^format(ToParts)?$/][arguments.length=0]',
  "MemberExpression[object.name='performance'][property.name='timeOrigin']",
  "MemberExpression[object.name='Temporal'][property.name='Now']",
  'TemplateElement[value.raw=/\\b(now|clock_timestamp|statement_timestamp)\\(\\)|\\bcurrent_(timestamp|date|time)\\b/i]',
].map((selector) => ({
  selector,
  message:
    'Take the time from #clock/clock.ts, which a test can set; contract, proofs and SQL get it as an argument. ' +
    'Measure elapsed time with performance.now().',
}));

/** Options of one rule do not add up over several blocks, so each block names all of its own. */
const restrictSyntax = (...restrictions) => ({
  'no-restricted-syntax': ['error', noDefaultExport, ...restrictions],
});

export default defineConfig(
  globalIgnores([
    'dist',
    'node_modules',
    'src/words/compiled',
    'coverage',
    'reports',
    'test-results',
    '.data',
    '.stryker-tmp',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['src/tsconfig.pure.json', 'src/tsconfig.web.json', 'src/tsconfig.node.json'],
        tsconfigRootDir: new URL('../..', import.meta.url).pathname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true, boolean: true } },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...restrictSyntax(),
    },
  },
  {
    files: ['src/**/*.tsx', 'src/**/use-*.ts'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['src/**/*.tsx'],
    ...a11y.configs.recommended,
  },
  {
    files: ['src/{api,ui,widgets,features,app}/**/*.{ts,tsx}'],
    extends: [...query.configs['flat/recommended']],
    rules: {
      // A family's key begins with the scope of its client, once for all its queries; the rule sees only
      // the literal and would ask for the client itself, which holds functions.
      '@tanstack/query/exhaustive-deps': 'off',
    },
  },
  {
    // Only the api floor speaks HTTP: components read and write through queries and mutations.
    files: web,
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only src/api speaks HTTP.' },
        { name: 'XMLHttpRequest', message: 'Only src/api speaks HTTP.' },
        {
          name: 'localStorage',
          message: 'Stored data is owned by src/api (settings) so that it can be listed and erased.',
        },
      ],
    },
  },
  {
    // Green is never the service's word: only ui's verdict parts, which show what was computed, use it.
    files: ['src/{widgets,features,app}/**/*.{ts,tsx}'],
    rules: restrictSyntax(noGreen),
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [...tests, 'src/{clock,tools}/**/*'],
    rules: restrictSyntax(...noOtherClock),
  },
  {
    files: ['src/{widgets,features,app}/**/*.{ts,tsx}'],
    ignores: tests,
    rules: restrictSyntax(noGreen, ...noOtherClock),
  },
  {
    files: ['src/tools/**/*', 'src/cli/**/*', '**/*.config.{ts,mjs}', 'e2e/**/*', 'src/service/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['*.config.ts', 'src/tools/**/*.config.*'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/testing/**/*', 'e2e/**/*'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'react-hooks/rules-of-hooks': 'off',
    },
  },
);
