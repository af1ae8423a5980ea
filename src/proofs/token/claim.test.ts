import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHex, toHex } from '../encoding/bytes.ts';
import { checkClaimOwner, checkClaimRole, checkClaimSignature, claimDigest } from './claim.ts';
import { claimQuestions, type ClaimFacts } from './claim-questions.ts';
import { hashStruct, typeHash } from '../chain/eip712.ts';
import { ProofError } from '../errors.ts';
import { readAddress } from '../chain/address.ts';
import { recoverAddress } from '../chain/recover-address.ts';
import { standard, strict } from '../policy/policy.ts';
import {
  addressOfKey,
  ask,
  authorizerKey,
  endorser,
  network,
  signDigest,
  world,
  type World,
} from '../testing/chain.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt } from '../testing/trees.ts';
import { fuzzRuns, fuzzTimeout, vectorSet } from '../testing/vectors.ts';

const hash = hex(leafAt(5));
const claimer = '0x' + '44'.repeat(20);
const claim: ClaimFacts = {
  authorizer: addressOfKey(authorizerKey),
  claimer,
  network,
  signature: signDigest(claimDigest(endorser, hash, claimer), authorizerKey),
};
const nobody = { exchanges: [], basis: 'CHAIN' } as const;
const exchangesWith = (change: Partial<World> = {}, rpc = 'a.example') =>
  ask(rpc, claimQuestions(claim, endorser), world(hash, change));
const view = (change: Partial<World> = {}) => ({ exchanges: exchangesWith(change), basis: 'CHAIN' }) as const;
const verdictOf = (
  change: Partial<ClaimFacts> = {},
  of = hash,
  contract: typeof endorser | undefined = endorser,
) => checkClaimSignature(standard, of, { ...claim, ...change }, contract, nobody);
const order = secp256k1.Point.CURVE().n;

describe('claim.signature', () => {
  it('the authorizer signed this hash for this claimer', () => {
    expect(verdictOf()).toMatchObject({ status: 'PASSED', basis: 'RECOMPUTED', computed: claim.authorizer });
    const checksummed = claim.authorizer.toUpperCase().replace('0X', '0x');
    expect(verdictOf({ authorizer: checksummed }).status).toBe('PASSED');
    const bare = Buffer.from(claim.signature, 'hex');
    bare[64]! -= 27;
    expect(verdictOf({ signature: '0x' + hex(bare) }).status).toBe('PASSED');
  });

  it('one flipped bit anywhere in hash, claimer, signature or contract is never PASSED', () => {
    for (let byte = 0; byte < 65; byte++) {
      expect(verdictOf({ signature: flipHex(claim.signature, byte) }).status).not.toBe('PASSED');
    }
    for (let byte = 0; byte < 32; byte++) {
      expect(verdictOf({}, flipHex(hash, byte))).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_CLAIM_SIGNER_MISMATCH' },
      });
    }
    for (let byte = 0; byte < 20; byte++) {
      expect(verdictOf({ claimer: flipHex(claimer, byte) }).status).toBe('FAILED');
      expect(verdictOf({ authorizer: flipHex(claim.authorizer, byte) }).status).toBe('FAILED');
      expect(verdictOf({}, hash, { ...endorser, address: flipHex(endorser.address, byte) }).status).toBe(
        'FAILED',
      );
    }
  });

  it('without the contract of that network it could not be checked', () => {
    for (const contract of [undefined, { ...endorser, network: 1 }]) {
      const check = checkClaimSignature(standard, hash, claim, contract, nobody);
      expect(check).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_CLAIM_CONTRACT_UNKNOWN' } });
    }
    expect(verdictOf({ network: 1 }).status).toBe('INDETERMINATE');
  });

  it('an authorizer that is a contract is INDETERMINATE, not FAILED', () => {
    const other = { ...claim, authorizer: '0x' + '55'.repeat(20) };
    const exchanges = ask('a.example', claimQuestions(other, endorser), world(hash, { code: '0x6001' }));
    expect(checkClaimSignature(standard, hash, other, endorser, { exchanges, basis: 'CHAIN' })).toMatchObject(
      {
        status: 'INDETERMINATE',
        reason: { code: 'X_UNSUPPORTED' },
      },
    );
  });

  it('form: 65 bytes, 0 < r < n, low s, v of 0, 1, 27 or 28', () => {
    const [r, s, v] = [
      claim.signature.slice(0, 64),
      claim.signature.slice(64, 128),
      claim.signature.slice(128),
    ];
    const word = (value: bigint) => value.toString(16).padStart(64, '0');
    const high = word(order - BigInt('0x' + s));
    const lies = [
      r + s,
      r + s + v + '00',
      word(0n) + s + v,
      word(order) + s + v,
      r + word(0n) + v,
      r + high + v,
      r + high + (v === '1b' ? '1c' : '1b'),
      r + word(order) + v,
      ...['02', '03', '1a', '1d', '1e', 'ff'].map((odd) => r + s + odd),
      word(5n) + s + v,
    ];
    for (const signature of lies)
      expect(verdictOf({ signature }), signature).toMatchObject({ status: 'INDETERMINATE' });
  });

  it(
    'random signatures end in an address or a ProofError',
    () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 70 }), (signature) => {
          try {
            expect(recoverAddress(leafAt(0), signature)).toMatch(/^0x[0-9a-f]{40}$/);
          } catch (error) {
            expect(error).toBeInstanceOf(ProofError);
          }
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );

  it('an address is 20 bytes', () => {
    expect(readAddress('0x' + 'AB'.repeat(20), 'x')).toBe('0x' + 'ab'.repeat(20));
    for (const bad of ['', '0x', 'ab'.repeat(19), 'ab'.repeat(21)])
      expect(() => readAddress(bad, 'x')).toThrow(ProofError);
  });
});

describe('what a claim’s checks tell', () => {
  it('the digest and the signer that was recovered, step by step', () => {
    const digest = toHex(claimDigest(endorser, hash, claimer));
    const shown = {
      expected: claim.authorizer,
      computed: claim.authorizer,
      steps: [
        { kind: 'digest', values: { leaf: hash, to: claimer, contract: endorser.address, digest } },
        { kind: 'recover', values: { signature: claim.signature, signer: claim.authorizer } },
      ],
    };
    expect(verdictOf()).toMatchObject(shown);
    const other = '0x' + '55'.repeat(20);
    const mismatch = verdictOf({ authorizer: other });
    expect(mismatch).toMatchObject({
      ...shown,
      expected: other,
      reason: { code: 'X_CLAIM_SIGNER_MISMATCH', detail: { authorizer: other, recovered: claim.authorizer } },
    });
    const exchanges = (code: World['code'] | object) =>
      ask(
        'a.example',
        claimQuestions({ ...claim, authorizer: other }, endorser),
        world(hash, { code: code as string }),
      ); // bent on purpose
    const by = (code: World['code'] | object) =>
      checkClaimSignature(standard, hash, { ...claim, authorizer: other }, endorser, {
        exchanges: exchanges(code),
        basis: 'CHAIN',
      });
    expect(by('0x6001')).toMatchObject({
      reason: { code: 'X_UNSUPPORTED', detail: { authorizer: other } },
      next: { code: 'ask_the_contract', detail: { authorizer: other } },
      computed: claim.authorizer,
    });
    // No code, an empty one, or an answer of another kind, is no contract.
    for (const code of ['0x', '', [1, 2, 3]]) expect(by(code).status).toBe('FAILED');
    expect(checkClaimSignature(standard, hash, claim, undefined, nobody)).toMatchObject({
      reason: { code: 'X_CLAIM_CONTRACT_UNKNOWN', detail: { network } },
      next: { code: 'name_the_contract', detail: { network } },
    });
  });

  it('who would have to answer for the role, and who said what', () => {
    const ask = { code: 'name_an_rpc', detail: { network } };
    expect(checkClaimRole(standard, claim, endorser, nobody)).toMatchObject({
      basis: 'CHAIN',
      reason: { detail: { yes: 0, no: 0 } },
      next: ask,
    });
    expect(checkClaimRole(standard, claim, endorser, view({ hasRole: false })).reason?.detail).toEqual({
      yes: 0,
      no: 1,
    });
    const { role: _, ...withoutRole } = endorser;
    expect(checkClaimRole(standard, claim, withoutRole, nobody).next).toEqual({ code: 'name_the_role' });
    const denied = [...exchangesWith({ hasRole: false }), ...exchangesWith({ hasRole: false }, 'b.example')];
    expect(checkClaimRole(standard, claim, endorser, { exchanges: denied, basis: 'CHAIN' }).reason).toEqual({
      code: 'CHAIN_CONSTRAINTS_FAILURE',
      detail: { authorizer: claim.authorizer, why: 'the contract gives the authorizer no such role' },
    });
    const odd = exchangesWith().map((one) => (one.method === 'eth_call' ? { ...one, result: 1 } : one));
    expect(
      checkClaimRole(standard, claim, endorser, { exchanges: odd, basis: 'CHAIN' }).reason?.detail,
    ).toEqual({
      yes: 0,
      no: 0,
    });
  });

  it('the owner that the service tells', () => {
    const other = flipHex(claimer, 3);
    expect(checkClaimOwner(standard, claim, other)).toMatchObject({
      reason: { detail: { claimer, owner: '0x' + other.replace('0x', '') } },
      expected: '0x' + other.replace('0x', ''),
    });
    expect(checkClaimOwner(standard, claim, other)).not.toHaveProperty('computed');
    expect(checkClaimOwner(standard, claim, undefined)).toMatchObject({
      basis: 'SERVER',
      next: { code: 'get_initial_owner' },
    });
  });

  it('the queries to nodes: the role only of the contract of this network', () => {
    const always = [
      { network, method: 'eth_chainId', params: [] },
      { network, method: 'eth_getCode', params: [claim.authorizer, 'finalized'] },
    ];
    const account = claim.authorizer.slice(2).padStart(64, '0');
    expect(claimQuestions(claim, endorser)).toEqual([
      ...always,
      {
        network,
        method: 'eth_call',
        params: [{ to: endorser.address, data: `0x91d14854${endorser.role}${account}` }, 'finalized'],
      },
    ]);
    const { role: _, ...withoutRole } = endorser;
    for (const contract of [undefined, withoutRole, { ...endorser, network: 1 }])
      expect(claimQuestions(claim, contract)).toEqual(always);
  });
});

describe('claim.role', () => {
  it('only the chain can say it, and it says it of this authorizer', () => {
    expect(checkClaimRole(standard, claim, endorser, view())).toMatchObject({
      status: 'PASSED',
      basis: 'CHAIN',
    });
    expect(checkClaimRole(standard, claim, endorser, nobody)).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_ANCHOR_NOT_CHECKED' },
    });
    const reported = { ...view(), basis: 'SERVER' } as const;
    expect(checkClaimRole(standard, claim, endorser, reported).status).toBe('INDETERMINATE');
    const other = { ...claim, authorizer: flipHex(claim.authorizer, 4) };
    expect(checkClaimRole(standard, other, endorser, view()).status).toBe('INDETERMINATE');
  });

  it('one denial leaves it open, two make it FAILED, a contradiction leaves it open', () => {
    const both = (a: boolean, b: boolean) => ({
      exchanges: [...exchangesWith({ hasRole: a }), ...exchangesWith({ hasRole: b }, 'b.example')],
      basis: 'CHAIN' as const,
    });
    expect(checkClaimRole(standard, claim, endorser, view({ hasRole: false })).status).toBe('INDETERMINATE');
    expect(checkClaimRole(standard, claim, endorser, both(false, false)).status).toBe('FAILED');
    expect(checkClaimRole(standard, claim, endorser, both(true, false))).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_RPC_DISAGREE' },
    });
    expect(checkClaimRole(strict, claim, endorser, view()).status).toBe('INDETERMINATE');
    expect(checkClaimRole(strict, claim, endorser, both(true, true)).status).toBe('PASSED');
    expect(checkClaimRole(standard, claim, endorser, view({ chainId: 1 })).status).toBe('INDETERMINATE');
  });

  it('without contract or role it could not be checked; an odd answer neither', () => {
    expect(checkClaimRole(standard, claim, undefined, view()).reason?.code).toBe('X_CLAIM_CONTRACT_UNKNOWN');
    const { role: _, ...withoutRole } = endorser;
    expect(checkClaimRole(standard, claim, withoutRole, view()).reason?.code).toBe('X_ANCHOR_NOT_CHECKED');
    const bent = exchangesWith().map((one) => (one.method === 'eth_call' ? { ...one, result: '0x02' } : one));
    expect(checkClaimRole(standard, claim, endorser, { exchanges: bent, basis: 'CHAIN' })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNREADABLE' },
    });
  });
});

describe('claim.owner', () => {
  it('compares addresses without case, and is the word of the service', () => {
    expect(checkClaimOwner(standard, claim, claimer.toUpperCase().replace('0X', '0x'))).toMatchObject({
      status: 'PASSED',
      level: 'WARN',
      basis: 'SERVER',
    });
    expect(checkClaimOwner(standard, claim, flipHex(claimer, 3))).toMatchObject({
      status: 'FAILED',
      basis: 'SERVER',
      reason: { code: 'X_CLAIM_OWNER_MISMATCH' },
    });
    expect(checkClaimOwner(standard, claim, undefined).reason?.code).toBe('X_EVIDENCE_ABSENT');
    expect(checkClaimOwner(standard, claim, 'somebody').reason?.code).toBe('X_UNREADABLE');
  });
});

describe('EIP-712', () => {
  const types = {
    A: [
      ['x', 'uint256'],
      ['b', 'B'],
    ],
    B: [
      ['t', 'string'],
      ['c', 'C'],
    ],
    C: [['f', 'bool']],
  } as const;

  it('types that are referred to follow in alphabetical order, each once', () => {
    const two = {
      Z: [
        ['m', 'M'],
        ['a', 'A'],
        ['b', 'M'],
      ],
      A: [['z', 'uint256']],
      M: [['x', 'A']],
    } as const;
    const text = 'Z(M m,A a,M b)A(uint256 z)M(A x)';
    expect(toHex(typeHash(two, 'Z'))).toBe(hex(keccakOf(text)));
  });

  it('values that are missing, of another kind, unknown or nested beyond reason are refused', () => {
    const good = { x: 1, b: { t: '', c: { f: true } } };
    expect(hashStruct(types, 'A', good)).toHaveLength(32);
    const loop = { L: [['l', 'L']] } as const;
    let deep: Parameters<typeof hashStruct>[2] = {};
    for (let i = 0; i < 20; i++) deep = { l: deep };
    for (const lie of [
      { x: 1 },
      { ...good, x: -1 },
      { ...good, x: 1.5 },
      { ...good, x: {} },
      { ...good, b: 'B' },
      { ...good, x: 1n << 256n },
    ]) {
      expect(() => hashStruct(types, 'A', lie as typeof good)).toThrow(ProofError);
    }
    expect(() => hashStruct(loop, 'L', deep)).toThrow(expect.objectContaining({ kind: 'too-large' }));
    expect(() => hashStruct(types, 'toString', {})).toThrow(expect.objectContaining({ kind: 'unsupported' }));
    expect(() => hashStruct({ A: [['x', 'uint256[]']] }, 'A', { x: 1 })).toThrow(
      expect.objectContaining({ kind: 'unsupported' }),
    );
  });
});

const own = vectorSet('synthetic');
describe.skipIf(own === undefined)('known answers: synthetic claims', () => {
  it('digests agree', () => {
    const { claims } = JSON.parse(readFileSync(`${own}/synthetic-vectors.json`, 'utf8'));
    for (const { chainId, verifyingContract, leaf, to, digest } of claims) {
      expect(toHex(claimDigest({ network: chainId, address: verifyingContract }, leaf, to))).toBe(digest);
      const signature = signDigest(readHex(digest, 'digest'), authorizerKey);
      const facts = { authorizer: claim.authorizer, claimer: to, network: chainId, signature };
      const contract = { network: chainId, address: verifyingContract };
      expect(checkClaimSignature(standard, leaf, facts, contract, nobody).status).toBe('PASSED');
    }
  });
});

function keccakOf(text: string): Uint8Array {
  return keccak_256(new TextEncoder().encode(text));
}
