import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standardLeaf } from './abi-leaf.ts';
import { readHexOf, toHex } from '../encoding/bytes.ts';
import { readJson, type JsonObject } from '../encoding/json.ts';
import { standard } from '../policy/policy.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt, logTree, sortedTree } from '../testing/trees.ts';
import { filesBelow, fuzzRuns, fuzzTimeout, vectorSet } from '../testing/vectors.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from './check-merkleized.ts';
import { readInclusionProof, type InclusionEvidence } from './inclusion-proof.ts';
import { matchRecipe, recipeIds } from './recipes.ts';
import { foldRfc6962, leafHash } from './rfc6962.ts';

const hashes = [...Array(13).keys()].map((i) => hex(leafAt(i)));

function good(recipe: 'ascii' | 'bytes' | 'keccak', leaf: number): InclusionEvidence {
  const tree = sortedTree(hashes, recipe);
  return { hash: hashes[leaf]!, merkleProof: tree.proof(leaf), merkleRoot: tree.root };
}

describe('sorted-pair recipes', () => {
  it.each([
    ['ascii', 'ascii-hex-sorted/1'],
    ['bytes', 'bytes-sorted/1'],
    ['keccak', 'openzeppelin-keccak/1'],
  ] as const)('every leaf of a %s tree reaches the root, and the recipe is named', (kind, recipe) => {
    for (const leaf of hashes.keys()) {
      const check = checkMerkleizedRoot(standard, good(kind, leaf));
      expect(check).toMatchObject({ id: 'merkleized.root', status: 'PASSED', recipe, basis: 'RECOMPUTED' });
      expect(check.steps).toHaveLength(1 + good(kind, leaf).merkleProof.length);
      const last = check.steps!.at(-1)!.values;
      expect(last.parent ?? last.leaf).toBe(check.expected);
    }
  });

  it('hashes the text, not the bytes: ascii-hex-sorted/1 of a known tree', () => {
    // sha256 of the 64 characters, by another implementation and by hand.
    const check = checkMerkleizedRoot(standard, good('ascii', 0));
    expect(check.steps![0]!.values.leaf).toBe(hex(leafOfText(hashes[0]!)));
  });

  it('one flipped bit anywhere (hash, any sibling, root) is never PASSED', () => {
    const evidence = good('ascii', 5);
    const forged: InclusionEvidence[] = [];
    for (let byte = 0; byte < 32; byte++) {
      forged.push({ ...evidence, hash: flipHex(evidence.hash, byte) });
      forged.push({ ...evidence, merkleRoot: flipHex(evidence.merkleRoot, byte) });
      for (const level of evidence.merkleProof.keys()) {
        const merkleProof = evidence.merkleProof.with(level, flipHex(evidence.merkleProof[level]!, byte));
        forged.push({ ...evidence, merkleProof });
      }
    }
    for (const lie of forged) {
      expect(checkMerkleizedRoot(standard, lie)).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_PROOF_RECIPE_UNKNOWN' },
      });
      expect(checkMerkleizedRoot(standard, lie, 'ascii-hex-sorted/1')).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_PROOF_ROOT_MISMATCH' },
      });
    }
  });

  it('siblings out of order, one missing or one too many do not pass', () => {
    const evidence = good('bytes', 3);
    const { merkleProof } = evidence;
    for (const other of [merkleProof.toReversed(), merkleProof.slice(1), [...merkleProof, merkleProof[0]!]]) {
      expect(checkMerkleizedRoot(standard, { ...evidence, merkleProof: other }).status).toBe('INDETERMINATE');
    }
  });

  it('a pinned recipe is the only one tried', () => {
    expect(checkMerkleizedRoot(standard, good('bytes', 3), 'ascii-hex-sorted/1')).toMatchObject({
      status: 'FAILED',
      recipe: 'ascii-hex-sorted/1',
    });
    expect(checkMerkleizedRoot(standard, good('bytes', 3), 'bytes-sorted/1').status).toBe('PASSED');
  });

  it('an inner node is not a leaf', () => {
    for (const kind of ['ascii', 'bytes'] as const) {
      const evidence = good(kind, 0);
      const inner = checkMerkleizedRoot(standard, evidence).steps![1]!.values.parent!;
      const lie = { ...evidence, hash: inner, merkleProof: evidence.merkleProof.slice(1) };
      expect(checkMerkleizedRoot(standard, lie).status).toBe('INDETERMINATE');
    }
  });

  it('every tree of up to 70 leaves proves every leaf, by the recipe that made it alone', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex), {
          minLength: 2,
          maxLength: 70,
        }),
        fc.constantFrom('ascii', 'bytes', 'keccak'),
        fc.nat(),
        (leaves, kind, at) => {
          const tree = sortedTree(leaves, kind);
          const leaf = at % leaves.length;
          const proof = readInclusionProof({
            hash: leaves[leaf]!,
            merkleProof: tree.proof(leaf),
            merkleRoot: '0x' + tree.root.toUpperCase(),
          });
          const reaching = recipeIds.filter((recipe) => matchRecipe(proof, [recipe]).matched);
          const maker = {
            ascii: 'ascii-hex-sorted/1',
            bytes: 'bytes-sorted/1',
            keccak: 'openzeppelin-keccak/1',
          };
          expect(reaching).toEqual([maker[kind]]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('shape', () => {
  it('hex of 32 bytes each passes; anything else FAILED with the item named', () => {
    const evidence = good('ascii', 1);
    expect(checkMerkleizedShape(standard, evidence).status).toBe('PASSED');
    for (const item of ['', 'zz'.repeat(32), 'ab'.repeat(31), 'ab'.repeat(33), 'a'.repeat(63)]) {
      const check = checkMerkleizedShape(standard, { ...evidence, merkleProof: [item] });
      expect(check).toMatchObject({
        status: 'FAILED',
        reason: { code: 'X_PROOF_BAD_SHAPE', detail: { subject: 'merkleProof[0]' } },
      });
    }
  });

  it('64 levels are read, 65 are too many: could not check', () => {
    const deep = (levels: number): InclusionEvidence => ({
      hash: hashes[0]!,
      merkleProof: Array<string>(levels).fill(hashes[1]!),
      merkleRoot: hashes[2]!,
    });
    expect(checkMerkleizedShape(standard, deep(64)).status).toBe('PASSED');
    expect(checkMerkleizedShape(standard, deep(65))).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_TOO_LARGE' },
    });
  });

  it('evidence that cannot be read leaves the root undetermined', () => {
    expect(checkMerkleizedRoot(standard, { hash: 'no', merkleProof: [], merkleRoot: '' })).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_UNREADABLE' },
    });
  });

  it(
    'random text ends in a check',
    () => {
      const text = fc.oneof(fc.string(), fc.uint8Array().map(hex), fc.constant(hashes[3]!));
      fc.assert(
        fc.property(text, fc.array(text, { maxLength: 70 }), text, (hash, merkleProof, merkleRoot) => {
          const evidence = { hash, merkleProof, merkleRoot };
          expect(checkMerkleizedShape(standard, evidence).id).toBe('merkleized.shape');
          expect(checkMerkleizedRoot(standard, evidence).id).toBe('merkleized.root');
        }),
        { numRuns: fuzzRuns },
      );
    },
    fuzzTimeout,
  );
});

describe('rfc6962/1', () => {
  it('every leaf of every tree of up to 40 leaves has its path, and no other index or size takes it', () => {
    for (let size = 1; size <= 40; size++) {
      const leaves = [...Array(size).keys()].map(leafAt);
      const tree = logTree(leaves);
      for (let index = 0; index < size; index++) {
        const evidence: InclusionEvidence = {
          hash: hex(leaves[index]!),
          merkleProof: tree.path(index).map(hex),
          merkleRoot: hex(tree.root),
          leafIndex: BigInt(index),
          treeSize: BigInt(size),
        };
        expect(checkMerkleizedRoot(standard, evidence, 'rfc6962/1').status).toBe('PASSED');
        for (const wrong of [{ leafIndex: BigInt(index + 1) }, { leafIndex: BigInt(index) ^ 2n }]) {
          expect(checkMerkleizedRoot(standard, { ...evidence, ...wrong }, 'rfc6962/1').status).toBe('FAILED');
        }
      }
    }
  });

  it('a leaf may be given as data, hashed with the prefix 00', () => {
    const data = leafAt(1);
    const tree = logTree([leafHash(leafAt(0)), leafHash(data), leafHash(leafAt(2))]);
    const evidence = {
      hash: hex(data),
      merkleProof: tree.path(1).map(hex),
      merkleRoot: hex(tree.root),
      leafIndex: 1n,
      treeSize: 3n,
    };
    expect(checkMerkleizedRoot(standard, evidence)).toMatchObject({ status: 'PASSED', recipe: 'rfc6962/1' });
  });

  it('without index and size it cannot be checked; with one of them alone it cannot be read', () => {
    const evidence = { hash: hashes[0]!, merkleProof: [hashes[1]!], merkleRoot: hashes[2]! };
    expect(checkMerkleizedRoot(standard, evidence, 'rfc6962/1')).toMatchObject({
      status: 'INDETERMINATE',
      reason: { code: 'X_EVIDENCE_ABSENT' },
    });
    expect(checkMerkleizedRoot(standard, { ...evidence, leafIndex: 0n }).status).toBe('INDETERMINATE');
    expect(foldRfc6962(readInclusionProof(evidence))).toBeUndefined();
  });

  it('an index outside the tree or a size above 2^64 has no path', () => {
    const evidence = { hash: hashes[0]!, merkleProof: [], merkleRoot: hashes[0]! };
    const at = (leafIndex: bigint, treeSize: bigint): string =>
      checkMerkleizedRoot(standard, { ...evidence, leafIndex, treeSize }, 'rfc6962/1').status;
    expect(at(0n, 1n)).toBe('PASSED');
    for (const [index, size] of [
      [0n, 0n],
      [1n, 1n],
      [-1n, 1n],
      [0n, (1n << 64n) + 1n],
    ] as const) {
      expect(at(index, size)).toBe('FAILED');
    }
  });
});

const logs = vectorSet('rfc6962-merkle');
describe.skipIf(logs === undefined)('known answers: rfc6962-merkle', () => {
  it('agrees with every file', () => {
    const disagreements: string[] = [];
    const files = filesBelow(logs!, '.json');
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const vector = readJson(readFileSync(file, 'utf8'), file) as JsonObject;
      const text = (key: string): string =>
        Buffer.from((vector[key] ?? '') as string, 'base64').toString('hex');
      const proof = ((vector.proof ?? []) as string[]).map((item) =>
        Buffer.from(item, 'base64').toString('hex'),
      );
      const check = checkMerkleizedRoot(
        standard,
        {
          hash: text('leafHash'),
          merkleProof: proof,
          merkleRoot: text('root'),
          leafIndex: BigInt((vector.leafIdx ?? 0) as number),
          treeSize: BigInt((vector.treeSize ?? 0) as number),
        },
        'rfc6962/1',
      );
      if ((check.status === 'PASSED') === vector.wantErr) disagreements.push(file);
    }
    expect(disagreements).toEqual([]);
  });
});

const dumps = vectorSet('openzeppelin-merkle-tree');
describe.skipIf(dumps === undefined)('known answers: openzeppelin-merkle-tree', () => {
  const files = dumps === undefined ? [] : filesBelow(dumps, '.json');
  it.each(files.map((file) => [file.split('/').at(-1), file]))('every leaf of %s', (_name, file) => {
    const dump = JSON.parse(readFileSync(file, 'utf8'));
    const tree = dump.tree as string[];
    for (const { value, treeIndex } of dump.values as { value: unknown; treeIndex: number }[]) {
      const merkleProof: string[] = [];
      for (let at = treeIndex; at > 0; at = Math.floor((at - 1) / 2)) {
        merkleProof.push(tree[at % 2 === 0 ? at - 1 : at + 1]!);
      }
      const leaf =
        dump.format === 'simple-v1'
          ? (value as string)
          : toHex(standardLeaf(dump.leafEncoding, value as string[]));
      const evidence = { hash: leaf, merkleProof, merkleRoot: tree[0]! };
      const check = checkMerkleizedRoot(standard, evidence, 'openzeppelin-keccak/1');
      expect(check.status).toBe('PASSED');
      const forged = { ...evidence, hash: flipHex(leaf, 7) };
      expect(checkMerkleizedRoot(standard, forged, 'openzeppelin-keccak/1').status).toBe('FAILED');
    }
  });
});

const own = vectorSet('synthetic');
describe.skipIf(own === undefined)('known answers: synthetic merkleized', () => {
  it('every proof reaches the root by ascii-hex-sorted/1', () => {
    const { merkleized } = JSON.parse(readFileSync(`${own}/synthetic-vectors.json`, 'utf8'));
    for (const { hash, leaf, merkleProof } of merkleized.proofs) {
      const check = checkMerkleizedRoot(standard, { hash, merkleProof, merkleRoot: merkleized.merkleRoot });
      expect(check).toMatchObject({ status: 'PASSED', recipe: 'ascii-hex-sorted/1' });
      expect(check.steps![0]!.values.leaf).toBe(leaf);
    }
  });
});

function leafOfText(text: string): Uint8Array {
  return readHexOf(sortedTree([text], 'ascii').root, 32, 'leaf');
}
