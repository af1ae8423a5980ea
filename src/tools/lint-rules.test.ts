import { ESLint } from 'eslint';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({ cwd: root, overrideConfigFile: 'src/tools/eslint.config.mjs' });

/** Messages about syntax for this text in place of a file. */
async function complaints(text: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  return result!.messages
    .filter(({ ruleId }) => ruleId === 'no-restricted-syntax')
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
