import { ESLint, Linter } from 'eslint';
import { fileURLToPath } from 'node:url';
import { parser } from 'typescript-eslint';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const eslint = new ESLint({ cwd: root, overrideConfigFile: 'src/tools/eslint.config.mjs' });

/** Messages about syntax for this text in place of a file; rules of syntax need no types. */
async function complaints(text: string, filePath: string): Promise<string[]> {
  const { rules } = (await eslint.calculateConfigForFile(filePath)) as { rules: Linter.RulesRecord };
  const syntax = rules['no-restricted-syntax'];
  if (syntax === undefined) throw new Error(`no rule of syntax holds for ${filePath}`);
  return new Linter()
    .verify(text, [{ rules: { 'no-restricted-syntax': syntax } }])
    .map(({ message }) => message);
}

const ofProofs = (await eslint.calculateConfigForFile('src/proofs/encoding/hash.ts')) as {
  readonly rules: Linter.RulesRecord;
  readonly plugins: Record<string, ESLint.Plugin>;
};

/** Complaints of the rule about what is called computed, for this text as a file of the proofs. */
function aboutComputed(text: string): string[] {
  const { testigo = {} } = ofProofs.plugins;
  const config = { files: ['**/*.ts'], languageOptions: { parser }, plugins: { testigo } };
  return new Linter()
    .verify(text, [{ ...config, rules: { 'testigo/computed': 'error' } }], 'src/proofs/made.ts')
    .map(({ messageId = 'broken' }) => messageId);
}

it.each([
  ['what was expected', 'computedText(expected);'],
  ['what was reported', 'computedText(reported); computedText(one.reported); computedHex(reportedHash);', 3],
  ['a member of it', 'computedText(stated.hash);'],
  ['a text made of it', 'computedText(`${expected}`); computedText(toHex(reported));', 2],
  ['another name of it', 'const computed = expected; computedText(computed);'],
  ['a name that is given later', 'let value; value = reported.hash; computedText(value);'],
  ['a part of it, taken apart', 'const { hash } = reported; computedText(hash);'],
  ['what is spread from it', 'const all = { ...reported }; computedText(all.hash);'],
  ['either of two values', 'computedText(isAbsent ? expected : made);'],
  ['text that was only decoded', 'computedHex(readHexOf(document.digest, 32, "hash"));'],
  ['the same by a name', 'const bytes = readHex(one, "a"); computedHex(bytes);'],
  ['what a service says', 'function f(invite: InviteFacts) { return computedText(invite.documentHash); }'],
  ['a part of what it says', 'function f({ hash }: WitnessFacts) { return computedText(hash); }'],
  ['a text that a helper is handed', 'const as = (text: string) => computedText(text);'],
])('%s is not called computed', (_what, text, count = 1) => {
  expect(aboutComputed(text)).toEqual(Array(count).fill('source'));
});

it('what makes a computed value has no other name, and no cast stands in for it', () => {
  for (const text of [
    'const make = computedText; make(expected);',
    'import { computedText as make } from "./finding.ts";',
    'values.map(computedText);',
    'export const make = computedHex;',
  ])
    expect([text, aboutComputed(text)]).toEqual([text, ['alias']]);
  for (const text of [
    'const made = reported as Computed;',
    'const made = reported as unknown as Computed;',
    'const made = { computed: reported } as { computed: Computed };',
    'function isMade(text: string): text is Computed { return true; }',
  ])
    expect([text, aboutComputed(text)]).toEqual([text, ['cast']]);
});

it('what is computed from bytes is called computed, and the rule holds for the proofs', async () => {
  for (const text of [
    'import { computedHex, computedText } from "./finding.ts";',
    'computedText(computed); show(expected);',
    'const root = fold(proof); computedHex(root);',
    'function f(info: TimeStampInfo): Computed { return computedHex(info.imprint); }',
  ])
    expect([text, aboutComputed(text)]).toEqual([text, []]);
  expect(ofProofs.rules['testigo/computed']).toEqual([2]);
  // The clock stays forbidden beside it.
  expect(await complaints('Date.now();', 'src/proofs/encoding/hash.ts')).toEqual([
    expect.stringContaining('#clock'),
  ]);
}, 120_000);

it(
  'features and widgets read dates and numbers of a service by the formats that take any value',
  {
    timeout: 120_000,
  },
  async () => {
    const word = expect.stringContaining('Read what a service sent by');
    for (const raw of [
      'new Date(request.createdAt).toISOString();',
      'BigInt(token.id);',
      "new Intl.DateTimeFormat('es').format(at);",
      'format.day(new Date(request.createdAt));',
    ])
      for (const file of ['src/features/requests/list/csv.ts', 'src/widgets/people/certificate-state.tsx'])
        expect([raw, await complaints(raw, file)]).toEqual([raw, [word]]);
    const safe = 'isoOf(request.createdAt); wholeOf(token.id); format.day(at); currentTime().toISOString();';
    expect(await complaints(safe, 'src/features/requests/list/csv.ts')).toEqual([]);
  },
);
