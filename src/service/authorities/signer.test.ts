import { createHash, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { evmAddress } from './evm-address.ts';
import { generateKeyPairs, publicNumbers } from './keys.ts';
import { signDocument } from './signer.ts';

const [one, other] = await generateKeyPairs(2);
const document = Buffer.from('Contrato de comodato');

test('a signature holds for its document and key, and for no other', () => {
  const signature = Buffer.from(signDocument(document, one!.privateKey), 'hex');
  expect(verify('sha256', document, one!.publicKey, signature)).toBe(true);
  expect(verify('sha256', Buffer.from('Contrato de comodatO'), one!.publicKey, signature)).toBe(false);
  expect(verify('sha256', document, other!.publicKey, signature)).toBe(false);
});

test('a signature opens to the padding and digest of gaps §4.1', () => {
  const { modulus } = publicNumbers(one!.publicKey);
  const n = BigInt(`0x${modulus}`);
  let opened = 1n;
  const s = BigInt(`0x${signDocument(document, one!.privateKey)}`);
  for (const bit of (65_537).toString(2)) {
    opened = (opened * opened) % n;
    if (bit === '1') opened = (opened * s) % n;
  }
  const digest = createHash('sha256').update(document).digest('hex');
  expect(opened.toString(16).padStart(512, '0')).toBe(
    `0001${'ff'.repeat(202)}003031300d060960864801650304020105000420${digest}`,
  );
});

test('an address is 0x and forty lower-case digits, one to a key', () => {
  const accounts = `0x${'5a'.repeat(20)}`;
  expect(evmAddress(one!.publicKey, accounts)).toMatch(/^0x[0-9a-f]{40}$/);
  expect(evmAddress(one!.publicKey, accounts)).toBe(evmAddress(one!.publicKey, accounts));
  expect(evmAddress(one!.publicKey, accounts)).not.toBe(evmAddress(other!.publicKey, accounts));
});
