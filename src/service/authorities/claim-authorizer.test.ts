import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recoverTypedDataAddress } from 'viem';
import { authorizerAddress, claimDigest, newAuthorizerKey, signClaim } from './claim-authorizer.ts';
import { readVector } from './testing/vectors.ts';

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b) => Buffer.from(b).toString('hex'));

const endorser = { network: 421_614, address: `0x${'5a'.repeat(20)}` };

const recover = (signature: string, leaf: string, to: string) =>
  recoverTypedDataAddress({
    domain: {
      name: 'Endorser',
      version: '1',
      chainId: endorser.network,
      verifyingContract: endorser.address as `0x${string}`,
    },
    types: {
      MintRequest: [
        { name: 'leaf', type: 'bytes32' },
        { name: 'to', type: 'address' },
      ],
    },
    primaryType: 'MintRequest',
    message: { leaf: `0x${leaf}`, to: to as `0x${string}` },
    signature: `0x${signature}`,
  });

describe('a claim', () => {
  test('is recovered to its authorizer by another library, for this leaf and claimer only', async () => {
    const key = newAuthorizerKey();
    await fc.assert(
      fc.asyncProperty(hex(32), hex(20), async (leaf, to) => {
        const signature = signClaim(key, endorser, { leaf, to: `0x${to}` });
        expect(signature).toMatch(/^[0-9a-f]{128}1[bc]$/);
        expect((await recover(signature, leaf, `0x${to}`)).toLowerCase()).toBe(authorizerAddress(key));
        const other = leaf.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
        expect((await recover(signature, other, `0x${to}`)).toLowerCase()).not.toBe(authorizerAddress(key));
      }),
      { numRuns: 12 },
    );
  });

  const bytes = readVector('synthetic/synthetic-vectors.json');
  test.skipIf(bytes === null)('has the digest of the known answers', () => {
    const { claims } = JSON.parse(String(bytes));
    expect(claims.length).toBeGreaterThan(0);
    for (const { chainId, verifyingContract, leaf, to, digest } of claims) {
      const contract = { network: chainId, address: verifyingContract };
      expect(Buffer.from(claimDigest(contract, { leaf, to })).toString('hex')).toBe(digest);
    }
  });
});
