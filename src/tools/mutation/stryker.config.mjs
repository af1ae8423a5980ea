/**
 * Mutation testing of the proofs. `npm run deep -- mutation` runs it piece by piece; one file of them:
 * `npx stryker run src/tools/mutation/stryker.config.mjs --mutate src/proofs/signature/rsa.ts`.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export const config = {
  plugins: ['./src/tools/mutation/stryker-runner.mjs'],
  testRunner: 'loaded-once',
  mutate: [
    ...(process.env.TESTIGO_MUTATE?.split(' ') ?? ['**/*.ts']).map((pattern) => `src/proofs/${pattern}`),
    '!src/proofs/**/*.test.ts',
    '!src/proofs/**/testing/**',
    // Data: identifiers, certificates and binaries, whose every byte is a fact and not a rule.
    '!src/proofs/pki/der/oids.ts',
    '!src/proofs/pki/anchors/**',
    '!src/proofs/batch/kernel-binary.ts',
    // Readers of known-answer sets are tests themselves.
    '!src/proofs/known-answers/**',
    '!src/proofs/known-answers/pki-vectors.ts',
    '!src/proofs/known-answers/vector-set.ts',
  ],
  // Words in errors are for people: they may change without any rule changing.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  checkers: [],
  // A test compares a built file with its source byte for byte, so nothing may be written into it.
  disableTypeChecks: false,
  concurrency: 1,
  // A busy machine must not look like a loop without an end: those that count are known by their hits.
  timeoutMS: 15_000,
  timeoutFactor: 0.5,
  dryRunTimeoutMinutes: 20,
  tempDirName: '.stryker-tmp',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};

// The tool asks for a default export.
export default config;
