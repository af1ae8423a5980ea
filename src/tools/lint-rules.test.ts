import { ESLint, Linter } from 'eslint';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
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

it('what was expected or reported is not called computed', { timeout: 120_000 }, async () => {
  const word = expect.stringContaining('Only what was computed here');
  for (const given of ['expected', 'told', 'one.reported', 'told.hash', '`${expected}`', 'toHex(told)']) {
    expect([given, await complaints(`computedText(${given});`, 'src/proofs/hash.ts')]).toEqual([
      given,
      [word],
    ]);
  }
  expect(await complaints('computedHex(expected);', 'src/proofs/hash.ts')).toEqual([word]);
  expect(await complaints('computedText(computed); show(expected);', 'src/proofs/hash.ts')).toEqual([]);
  // The clock stays forbidden beside it.
  expect(await complaints('Date.now();', 'src/proofs/hash.ts')).toEqual([expect.stringContaining('#clock')]);
});

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
      for (const file of ['src/features/requests/csv.ts', 'src/widgets/certificate-state.tsx'])
        expect([raw, await complaints(raw, file)]).toEqual([raw, [word]]);
    const safe = 'isoOf(request.createdAt); wholeOf(token.id); format.day(at); currentTime().toISOString();';
    expect(await complaints(safe, 'src/features/requests/csv.ts')).toEqual([]);
  },
);
