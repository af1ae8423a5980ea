import { describe, expect, it } from 'vitest';
import type { CheckId } from '../check.ts';
import { chainView, checkExistence, digestsOf } from './check-existence.ts';
import type { Context, Evidence } from '../evidence/evidence.ts';
import type { WitnessFacts } from '../evidence/facts.ts';
import { readInstant } from '../encoding/instant.ts';
import { concatBytes, toBase64 } from '../encoding/bytes.ts';
import { testKey } from '../pki/testing/authority.ts';
import { stampResponse, stampSigner, stampToken } from '../pki/testing/time-stamper.ts';
import { strict } from '../policy/policy.ts';
import {
  authority,
  context,
  documentHash,
  documentWitness,
  now,
  provenAt,
  stamper,
  stampOver,
} from '../testing/case-material.ts';
import { network } from '../testing/chain.ts';
import { hex, leafAt, nodeSha256, unhex } from '../testing/trees.ts';

const { merkleized, external } = documentWitness;

function without<T extends object>(object: T, ...keys: (keyof T)[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([key]) => !keys.includes(key as keyof T)),
  ) as Partial<T>; // fewer fields
}
const contextWithout = (...keys: (keyof Context)[]): Context => without(context, ...keys) as Context;

/** What each check that was made says: status, code, what is reported with it, and what to do. */
function outcomes(witness: Partial<WitnessFacts>, of: Context = context, evidence: Evidence = {}) {
  const { checks } = checkExistence({ hash: documentHash, ...witness }, evidence, of);
  return Object.fromEntries(
    checks
      .filter(({ status }) => status !== 'NOT_APPLICABLE')
      .map(({ id, status, reason, next }) => [id, [status, reason?.code, reason?.detail, next]]),
  );
}
const each = (ids: readonly string[], value: unknown) => Object.fromEntries(ids.map((id) => [id, value]));

describe('what is not there yet', () => {
  const later = { code: 'try_later' };

  it('a strategy of which nothing was sent waits, and says for what', () => {
    expect(outcomes({ merkleized: {} })).toEqual(
      each(
        ['merkleized.shape', 'merkleized.root', 'merkleized.anchor'],
        ['INDETERMINATE', 'X_ANCHOR_PENDING', { missing: 'merkleRoot' }, later],
      ),
    );
    expect(outcomes({ merkleized: { merkleRoot: hex(leafAt(1)) } })).toEqual(
      each(
        ['merkleized.shape', 'merkleized.root', 'merkleized.anchor'],
        ['INDETERMINATE', 'X_ANCHOR_PENDING', { missing: 'merkleProof' }, later],
      ),
    );
    expect(outcomes({ nom151: {} })).toEqual(
      each(
        ['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'].map((one) => `nom151.${one}`),
        ['INDETERMINATE', 'X_STAMP_ABSENT', undefined, { code: 'get_stamp' }],
      ),
    );
  });

  it.each(['leafIndex', 'leftHashes', 'rightHashes', 'targetRootHash'] as const)(
    'a third party’s proof waits for its %s',
    (field) => {
      expect(outcomes({ external: without(external!, field) })).toEqual(
        each(
          ['external.shape', 'external.root', 'external.anchor'],
          ['INDETERMINATE', 'X_ANCHOR_PENDING', undefined, later],
        ),
      );
    },
  );

  it('an absent strategy is not applicable, check by check, and no block', () => {
    const { checks, blocks } = checkExistence({ hash: documentHash }, {}, context);
    expect(blocks).toEqual([]);
    expect(checks.map(({ id, status }) => [id, status])).toEqual(
      [
        ...['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'].map(
          (one) => `nom151.${one}`,
        ),
        ...['shape', 'root', 'stamp', 'anchor'].map((one) => `merkleized.${one}`),
        ...['shape', 'root', 'anchor', 'time'].map((one) => `external.${one}`),
      ].map((id) => [id, 'NOT_APPLICABLE']),
    );
  });

  it('a transaction that was not sent is pending; one without a network cannot be queried', () => {
    expect(outcomes({ merkleized: without(merkleized!, 'txHash') })['merkleized.anchor']).toEqual([
      'INDETERMINATE',
      'X_ANCHOR_PENDING',
      undefined,
      later,
    ]);
    expect(outcomes({ merkleized: without(merkleized!, 'network') })['merkleized.anchor']).toEqual([
      'INDETERMINATE',
      'X_UNSUPPORTED',
      { what: 'the network of the anchor' },
      { code: 'check_elsewhere' },
    ]);
  });

  it('without a contract that the reader names, the third party’s root is not looked for', () => {
    const { 'external.anchor': anchor, 'external.time': time } = outcomes(
      { external: external! },
      contextWithout('range'),
    );
    expect(anchor).toEqual([
      'INDETERMINATE',
      'X_ANCHOR_NOT_CHECKED',
      undefined,
      { code: 'name_the_contract' },
    ]);
    expect(time).toEqual(['INDETERMINATE', 'X_ANCHOR_NOT_CHECKED', undefined, { code: 'name_an_rpc' }]);
  });

  it('a hash that cannot be read leaves its time-stamp open', () => {
    const open = [
      'INDETERMINATE',
      'X_UNREADABLE',
      { subject: 'hash', message: 'hash: hex digits only' },
      { code: 'get_evidence_again' },
    ];
    const result = outcomes({ hash: 'zz', nom151: { token: 'zz' } });
    expect(result).toEqual(
      each(
        ['parse', 'granted', 'imprint', 'signature', 'signer', 'path', 'time'].map((one) => `nom151.${one}`),
        open,
      ),
    );
    expect(outcomes({ merkleized: { ...merkleized, merkleRoot: 'zz' } })['merkleized.stamp']).toEqual(open);
  });
});

describe('the time of the third party', () => {
  const at = (reported: string | undefined) =>
    checkExistence(
      {
        hash: documentHash,
        external: {
          ...without(external!, 'timestamp'),
          ...(reported !== undefined && { timestamp: reported }),
        },
      },
      {},
      context,
    ).checks.find(({ id }) => id === 'external.time')!;
  const shifted = (seconds: number): string =>
    new Date(readInstant(provenAt, 'at') + 1000 * seconds).toISOString();

  it('agrees within two minutes, either way', () => {
    for (const seconds of [0, 120, -120]) {
      expect(at(shifted(seconds))).toMatchObject({
        status: 'PASSED',
        basis: 'CHAIN',
        expected: shifted(seconds),
        computed: shifted(0),
      });
    }
    for (const seconds of [121, -121]) {
      expect(at(shifted(seconds))).toMatchObject({
        status: 'FAILED',
        basis: 'CHAIN',
        reason: { code: 'X_TIME_CONFLICT', detail: { seconds: 121 } },
        expected: shifted(seconds),
        computed: shifted(0),
      });
    }
  });

  it('is not a check where none is reported, and cannot be read where it is none', () => {
    expect(at(undefined).status).toBe('NOT_APPLICABLE');
    expect(at('yesterday')).toMatchObject({ status: 'INDETERMINATE', reason: { code: 'X_UNREADABLE' } });
  });
});

describe('an anchor after the validation time proves nothing yet', () => {
  const proven = readInstant(provenAt, 'at');
  const anchorAt = (moment: number, id: CheckId) =>
    checkExistence(
      { hash: documentHash, merkleized: merkleized!, external: external! },
      {},
      { ...context, now: moment },
    ).checks.find((one) => one.id === id)!;

  it.each(['merkleized.anchor', 'external.anchor'] as const)('%s, beyond what clocks may differ', (id) => {
    expect(anchorAt(proven - 300_000, id).status).toBe('PASSED');
    expect(anchorAt(proven - 301_000, id)).toMatchObject({
      status: 'INDETERMINATE',
      basis: 'CHAIN',
      reason: {
        code: 'NO_POE',
        detail: { block: provenAt, rule: 'the block is not later than the validation time' },
      },
      next: { code: 'check_clock' },
    });
  });
});

describe('whose answers about the chain', () => {
  const declaredExchanges = context.exchanges!;

  it('the reader’s own about this network; where there are none, the declared, as the service’s word', () => {
    expect(chainView(network, { declaredExchanges }, context)).toEqual({
      exchanges: context.exchanges!.filter((one) => one.network === network),
      basis: 'CHAIN',
    });
    expect(chainView(1, { declaredExchanges }, context)).toEqual({
      exchanges: declaredExchanges,
      basis: 'SERVER',
    });
    expect(chainView(network, {}, contextWithout('exchanges'))).toEqual({ exchanges: [], basis: 'SERVER' });
  });

  it('a size that is declared proves no position; the chain’s goes before the reader’s', () => {
    const last = (of: Context, evidence: Evidence = {}) => {
      const root = checkExistence({ hash: documentHash, external: external! }, evidence, of).checks.find(
        ({ id }) => id === 'external.root',
      )!;
      return [root.status, root.basis, root.steps?.at(-1)?.kind];
    };
    expect(last(context)).toEqual(['PASSED', 'CHAIN', 'position']);
    expect(last({ ...context, treeSize: 9n })).toEqual(['PASSED', 'CHAIN', 'position']);
    const alone = contextWithout('exchanges');
    expect(last(alone, { declaredExchanges })).toEqual(['PASSED', 'RECOMPUTED', 'membership']);
    expect(last({ ...alone, treeSize: 13n }, { declaredExchanges })).toEqual([
      'PASSED',
      'RECOMPUTED',
      'position',
    ]);
  });
});

describe('digests that a time-stamp may be over', () => {
  it('are as long as their hash says', () => {
    const [d256, d384, d512] = [32, 48, 64].map((length) => 'ab'.repeat(length)) as [string, string, string];
    expect(
      Object.entries(digestsOf(d256, { 'SHA-384': d384, 'SHA-512': d512 })).map(([name, bytes]) => [
        name,
        hex(bytes),
      ]),
    ).toEqual([
      ['SHA-256', d256],
      ['SHA-384', d384],
      ['SHA-512', d512],
    ]);
    expect(digestsOf(undefined, undefined)).toStrictEqual({});
    expect(Object.keys(digestsOf(d256, {}))).toEqual(['SHA-256']);
    for (const wrong of [{ 'SHA-384': d256 }, { 'SHA-512': d384 }]) {
      expect(() => digestsOf(undefined, wrong)).toThrow('document');
    }
    expect(() => digestsOf(d384, undefined)).toThrow('document');
  });

  it('of the document’s bytes serve only where the witness is of the document', () => {
    const otherDigests = { 'SHA-384': 'zz' };
    const token = stampOver(documentHash);
    const imprint = (evidence: Evidence) =>
      outcomes({ nom151: { token } }, context, { ...evidence, otherDigests })['nom151.imprint']?.slice(0, 2);
    expect(imprint({ documentDigest: documentHash })).toEqual(['INDETERMINATE', 'X_UNREADABLE']);
    expect(imprint({ documentDigest: hex(leafAt(3)) })).toEqual(['PASSED', undefined]);
    expect(imprint({})).toEqual(['PASSED', undefined]);
  });
});

it('blocks stand in their order, each with the time that it proves', () => {
  const { blocks, provenTime } = checkExistence(documentWitness, {}, context);
  const proven = readInstant(provenAt, 'at');
  expect(blocks.map((block) => [block.name, block.verdict.conclusion, block.provenTime])).toEqual([
    ['nom151', 'TOTAL_PASSED', proven],
    ['merkleized', 'TOTAL_PASSED', proven],
    ['external', 'TOTAL_PASSED', proven],
  ]);
  expect([provenTime, now > proven]).toEqual([proven, true]);
  const { checks } = checkExistence({ hash: documentHash, merkleized: merkleized! }, {}, context);
  expect(checks.find(({ id }) => id === 'merkleized.stamp')).toMatchObject({
    status: 'PASSED',
    basis: 'PINNED',
  });
});

describe('the leaf of a document at hand (rfc6962/1)', () => {
  const document = new TextEncoder().encode('a document');
  const [hash, leaf, bare] = [
    hex(nodeSha256(document)),
    hex(nodeSha256(concatBytes(Uint8Array.of(0), document))),
    hex(nodeSha256(concatBytes(Uint8Array.of(0), nodeSha256(document)))),
  ];
  const sibling = leafAt(1);
  const witnessOver = (first: string): WitnessFacts => ({
    hash,
    merkleized: {
      merkleProof: [hex(sibling)],
      merkleRoot: hex(nodeSha256(concatBytes(Uint8Array.of(1), unhex(first), sibling))),
      leafIndex: 0n,
      treeSize: 2n,
    },
  });
  const root = (first: string, evidence: Evidence = {}, pinned?: 'rfc6962/1') => {
    const of = { ...context, ...(pinned && { recipe: pinned }) };
    const { checks } = checkExistence(witnessOver(first), evidence, of);
    const { status, reason } = checks.find(({ id }) => id === 'merkleized.root')!;
    return reason === undefined ? status : `${status} ${reason.code}`;
  };
  const documentEvidence: Evidence = { documentDigest: hash, otherDigests: { 'RFC 9162 leaf': leaf } };

  it('is SHA-256(00 ‖ document), or that of its hash', () => {
    expect(root(leaf, documentEvidence)).toBe('PASSED');
    expect(root(leaf, { ...documentEvidence, documentDigest: `0x${hash.toUpperCase()}` })).toBe('PASSED');
    expect(root(bare, documentEvidence)).toBe('PASSED');
    expect(root(leaf)).toBe('INDETERMINATE X_PROOF_RECIPE_UNKNOWN');
  });

  it('is never the bare hash, whether or not the leaf of the document was computed', () => {
    expect(root(hash)).toBe('PASSED');
    expect(root(hash, documentEvidence)).toBe('INDETERMINATE X_PROOF_RECIPE_UNKNOWN');
    expect(root(hash, { documentDigest: hash })).toBe('INDETERMINATE X_PROOF_RECIPE_UNKNOWN');
    expect(root(hash, documentEvidence, 'rfc6962/1')).toBe('FAILED X_PROOF_ROOT_MISMATCH');
    expect(root(bare, { documentDigest: hash })).toBe('PASSED');
  });

  it('of another document says nothing of this hash', () => {
    const other: Evidence = { ...documentEvidence, documentDigest: hex(leafAt(7)) };
    expect(root(hash, other)).toBe('PASSED');
    expect(root(leaf, other)).toBe('INDETERMINATE X_PROOF_RECIPE_UNKNOWN');
  });
});

describe('a witness by another algorithm', () => {
  it('is not checked by any of its proofs', () => {
    const { checks, verdict } = checkExistence({ ...documentWitness, algorithm: 'SHA512' }, {}, context);
    const codeOf = (id: string) => checks.find((one) => one.id === id)?.reason?.code;
    for (const id of ['nom151.parse', 'nom151.imprint', 'nom151.time', 'merkleized.root', 'external.root'])
      expect([id, codeOf(id)]).toEqual([id, 'CRYPTO_CONSTRAINTS_FAILURE']);
    expect(verdict.conclusion).toBe('INDETERMINATE');
    for (const algorithm of ['SHA256', 'sha-256', 'SHA-256'])
      expect(checkExistence({ ...documentWitness, algorithm }, {}, context).verdict.conclusion).toBe(
        'TOTAL_PASSED',
      );
    for (const algorithm of ['SHA256 ', 'SHA-2567', 'xSHA256', 'SHA3-256', ''])
      expect(checkExistence({ ...documentWitness, algorithm }, {}, context).verdict.conclusion).toBe(
        'INDETERMINATE',
      );
  });
});

it('proofs by one token, bare and in a response, or by one key under two certificates, are one proof', () => {
  const leaf = hex(nodeSha256(new TextEncoder().encode(documentHash)));
  const over = (digest: string, signer = stamper) =>
    stampToken({
      digest: unhex(digest),
      signer,
      certificates: [signer.der, authority.der],
      genTime: provenAt,
    });
  const verdictOf = (first: Uint8Array, second: Uint8Array) =>
    checkExistence(
      {
        hash: documentHash,
        nom151: { token: toBase64(first) },
        merkleized: { merkleProof: [], merkleRoot: leaf, token: toBase64(second) },
      },
      {},
      { ...context, policy: strict },
    );
  const twin = stampSigner(authority, stamper.key);
  const other = stampSigner(authority, testKey('another authority'));
  const grounds = verdictOf(over(documentHash), stampResponse(over(leaf))).blocks.flatMap(
    (one) => one.grounds,
  );
  expect(grounds.map(({ kind }) => kind)).toEqual(['token', 'token']);
  for (const one of [over(leaf), stampResponse(over(leaf)), over(leaf, twin)])
    expect(verdictOf(over(documentHash), one).verdict.conclusion).toBe('INDETERMINATE');
  expect(verdictOf(over(documentHash), over(leaf, other)).verdict.conclusion).toBe('TOTAL_PASSED');
});

it('the reported size of a range reaches its shape', () => {
  const shape = (treeSize: bigint) => outcomes({ external: { ...external!, treeSize } })['external.shape']!;
  expect(shape(13n)[0]).toBe('PASSED');
  expect(shape(5n).slice(0, 2)).toEqual(['FAILED', 'X_PROOF_BAD_SHAPE']);
});

it('index and size of a proof in a log tree are handed on', () => {
  const log = { merkleProof: [], merkleRoot: hex(leafAt(9)) };
  const said9162 = (more: object) => outcomes({ merkleized: { ...log, ...more } })['merkleized.root']?.[1];
  expect(said9162({ leafIndex: 1n })).toBe('X_UNREADABLE');
  expect(said9162({ treeSize: 3n })).toBe('X_UNREADABLE');
  expect(said9162({})).toBe('X_PROOF_RECIPE_UNKNOWN');
});

it('a stamp over the root that is reported and not here is undetermined; one that nobody reports does not apply', () => {
  const { token: _, ...alone } = without(merkleized!, 'txHash');
  const stampOf = (more: object) =>
    checkExistence({ hash: documentHash, merkleized: { ...alone, ...more } }, {}, context).checks.find(
      ({ id }) => id === 'merkleized.stamp',
    );
  expect(stampOf({ nom151Provider: 'TESTIGO-SANDBOX' })).toMatchObject({
    status: 'INDETERMINATE',
    reason: { code: 'X_STAMP_ABSENT' },
  });
  for (const none of [{}, { nom151Provider: '' }])
    expect(stampOf(none)).toMatchObject({ status: 'NOT_APPLICABLE' });
});

it('a stamp over the root proves its time where it holds, on the basis of its anchor', () => {
  const alone = { ...without(merkleized!, 'txHash'), token: stampOver(merkleized!.merkleRoot!) };
  const [block] = checkExistence({ hash: documentHash, merkleized: alone }, {}, context).blocks;
  expect(block).toMatchObject({
    provenTime: readInstant(provenAt, 'at'),
    verdict: { conclusion: 'TOTAL_PASSED' },
  });
  const unanchored = checkExistence(
    { hash: documentHash, merkleized: alone },
    {},
    { ...context, anchors: [] },
  );
  expect(unanchored.blocks[0]).not.toHaveProperty('provenTime');
  expect(unanchored.checks.find(({ id }) => id === 'merkleized.stamp')).toMatchObject({
    status: 'INDETERMINATE',
    basis: 'RECOMPUTED',
  });
  const other = { ...alone, token: stampOver(documentHash) };
  const wrong = checkExistence({ hash: documentHash, merkleized: other }, {}, context);
  expect(wrong.checks.find(({ id }) => id === 'merkleized.stamp')).toMatchObject({
    status: 'FAILED',
    basis: 'RECOMPUTED',
  });
});
