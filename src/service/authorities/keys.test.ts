import { createSign, createVerify } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportPrivateKey, generateKeyPairs, importKeyPair, publicNumbers } from './keys.ts';

test('key pairs are RSA-2048 with e = 65537, and no two are alike', async () => {
  const pairs = await generateKeyPairs(3);
  const numbers = pairs.map(({ publicKey }) => publicNumbers(publicKey));
  expect(numbers.map(({ exponent }) => exponent)).toEqual(['010001', '010001', '010001']);
  expect(new Set(numbers.map(({ modulus }) => modulus)).size).toBe(3);
  for (const { publicKey } of pairs) expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
});

test('a pair that was exported and imported signs for the same public key', async () => {
  const [pair] = await generateKeyPairs(1);
  const again = importKeyPair(exportPrivateKey(pair!.privateKey));
  const signature = createSign('sha256').update('x').sign(again.privateKey);
  expect(createVerify('sha256').update('x').verify(pair!.publicKey, signature)).toBe(true);
  expect(publicNumbers(again.publicKey)).toEqual(publicNumbers(pair!.publicKey));
});

test('the main thread goes on while keys are made', async () => {
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 5);
  await generateKeyPairs(4);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(2);
});
