import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import query from '@tanstack/eslint-plugin-query';
import a11y from 'eslint-plugin-jsx-a11y-x';
import playwright from 'eslint-plugin-playwright';
import testingLibrary from 'eslint-plugin-testing-library';
import vitest from '@vitest/eslint-plugin';
import { computedRule } from './checks/computed-rule.mjs';

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

/** What throws when a service sends a value of the right kind that names nothing, as the date `2026-13-45`. */
const noRawReading = [
  "CallExpression[callee.property.name='toISOString']:not([callee.object.callee.name='currentTime'])",
  "CallExpression[callee.name='BigInt'][arguments.0.type!='Literal']",
  "NewExpression[callee.object.name='Intl'][callee.property.name=/^(DateTime|Number)Format$/]",
  'CallExpression[callee.property.name=/^(day|month|longDay|time|dayTime|inList|zone)$/] > NewExpression.arguments[callee.name="Date"]',
].map((selector) => ({
  selector,
  message: 'Read what a service sent by #clock/instants.ts and the formats of ui, which take any value.',
}));
/** The formats themselves, and exact arithmetic on numbers that were read already. */
const readsRaw = [
  'src/widgets/{days,report/texts/when,rates/decimal,rates/convert}.ts',
  'src/widgets/drawings/mountain-range/{mountain-range,range-facts}.tsx',
];

const noBrowserDates = {
  selector: "JSXAttribute[name.name='type'][value.value='date']",
  message: "Use DateInput of ui: the browser's date field is in the language of the browser.",
};

/** A function or component that a reader can hold in mind: every line counts, comments too. */
const maxLines = 100;
const limitFunctions = (max) => ({
  'max-lines-per-function': ['error', { max, skipBlankLines: false, skipComments: false, IIFEs: true }],
});

/** Options of one rule do not add up over several blocks, so each block names all of its own. */
const restrictSyntax = (...restrictions) => ({
  'no-restricted-syntax': ['error', noDefaultExport, noBrowserDates, ...restrictions],
});

export default defineConfig(
  globalIgnores([
    'dist',
    'node_modules',
    'src/i18n/compiled',
    'coverage',
    'reports',
    'test-results',
    '.data',
    '.stryker-tmp',
  ]),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        // One program for all files. With those of the build a file would be checked once for each program it is in.
        project: 'src/tsconfig.lint.json',
        tsconfigRootDir: new URL('../..', import.meta.url).pathname,
      },
    },
    rules: {
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
      // What a storage spreads into is what stands in it.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'Storage' }] }],
      // `onClick={() => setOpen(false)}` is how a handler is written, `return fail()` how a guard ends.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `while (true)` reads until something ends it.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...restrictSyntax(),
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: limitFunctions(maxLines),
  },
  {
    files: ['src/{client,jobs,ui,widgets,features,app}/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['src/**/*.tsx'],
    extends: [a11y.configs.recommended],
    // The controls of our own that stand in a label.
    rules: { 'jsx-a11y-x/label-has-associated-control': ['error', { controlComponents: ['Radio'] }] },
  },
  {
    files: ['src/{client,jobs,ui,widgets,features,app}/**/*.{ts,tsx}'],
    extends: [...query.configs['flat/recommended-strict']],
    rules: {
      // A key begins with the scope of its client (service and organization) or the page's origin; what asks holds
      // functions and has no place in it.
      '@tanstack/query/exhaustive-deps': [
        'error',
        { allowlist: { variables: ['client', 'scope', 'fetcher', 'origin'] } },
      ],
    },
  },
  {
    // Only the layer `client` speaks HTTP: components read and write through queries and mutations.
    files: web,
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only src/client speaks HTTP.' },
        { name: 'XMLHttpRequest', message: 'Only src/client speaks HTTP.' },
        {
          name: 'localStorage',
          message: 'Stored data is owned by src/client and src/jobs so that it can be listed and erased.',
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
    files: ['src/{widgets,features}/**/*.{ts,tsx}'],
    ignores: [...tests, ...readsRaw],
    rules: restrictSyntax(noGreen, ...noRawReading, ...noOtherClock),
  },
  {
    files: ['src/proofs/**/*.ts'],
    ignores: tests,
    plugins: { testigo: { rules: { computed: computedRule } } },
    rules: { 'testigo/computed': 'error', ...restrictSyntax(...noOtherClock) },
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
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'mock',
          message: 'Test files share a worker: a module that an earlier file loaded is not mocked.',
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // A test says by a type argument what it takes an answer to be.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['src/**/*.test.{ts,tsx}'],
    extends: [vitest.configs.recommended],
    rules: {
      // The second argument names the case in a loop or a property.
      'vitest/valid-expect': ['error', { maxArgs: 2 }],
      'vitest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect*', 'check*', 'fc.assert', 'refuses', 'reproduces'] },
      ],
      // Some hooks wait until what a test began is over.
      'vitest/no-standalone-expect': [
        'error',
        { additionalTestBlockFunctions: ['beforeAll', 'beforeEach', 'afterEach'] },
      ],
      // A property asserts by case: what must hold depends on the value that was made.
      'vitest/no-conditional-expect': 'off',
    },
  },
  {
    files: ['src/**/*.test.tsx'],
    extends: [testingLibrary.configs['flat/react']],
    rules: {
      // Drawings, marks in a text and which element has the focus are no roles: they are looked at in the document.
      'testing-library/no-container': 'off',
      'testing-library/no-node-access': 'off',
      // Most queries are of one dialog or row that a helper of the test has found.
      'testing-library/prefer-screen-queries': 'off',
      // What was drawn is named by what it shows.
      'testing-library/render-result-naming-convention': 'off',
      // What a test put in place of the browser's own is taken back after the page that uses it.
      'testing-library/no-manual-cleanup': 'off',
    },
  },
  {
    files: ['e2e/**/*.ts'],
    extends: [playwright.configs['flat/recommended']],
    rules: {
      // A wait may stand in the head of a loop.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'playwright/no-wait-for-timeout': 'error',
      'playwright/expect-expect': ['error', { assertFunctionPatterns: ['^expect'] }],
      'playwright/no-skipped-test': ['error', { allowConditional: true }],
      // A path is walked in two widths, against services of several kinds and over tables of cases: what there is to
      // do and to expect follows from those, and each of them is known before the test begins.
      'playwright/no-conditional-in-test': 'off',
      'playwright/no-conditional-expect': 'off',
      // Layout is Prettier's matter.
      'playwright/consistent-spacing-between-blocks': 'off',
    },
  },
);
