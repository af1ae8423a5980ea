import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { describe, expect, it } from 'vitest';
import { toHex } from '../encoding/bytes.ts';
import { ProofError } from '../errors.ts';
import { sha256 } from '../encoding/hash.ts';
import { standard } from '../policy/policy.ts';
import { flipHex } from '../testing/mutate.ts';
import { hex, leafAt, sortedTree, unhex } from '../testing/trees.ts';
import { standardLeaf, type AbiValue } from './abi-leaf.ts';
import { checkMerkleizedRoot, checkMerkleizedShape } from './check-merkleized.ts';
import { readInclusionProof, type InclusionEvidence } from './inclusion-proof.ts';
import { isRecipeId, matchRecipe, recipeIds } from './recipes.ts';

const hashes = [0, 1, 2, 3, 4].map((i) => hex(leafAt(i)));
const tree = sortedTree(hashes, 'ascii');
const good = { hash: hashes[0]!, merkleProof: tree.proof(0), merkleRoot: tree.root };
const node = (left: string, right: string): string =>
  hex(sha256(Uint8Array.of(1, ...unhex(left), ...unhex(right))));

describe('what an answer says', () => {
  it('a shape tells its depth', () => {
    expect(checkMerkleizedShape(standard, good)).toMatchObject({ status: 'PASSED', computed: 'depth 3' });
  });

  it('no recipe that matched: all that were tried, the root, and what to do', () => {
    const lie = { ...good, merkleRoot: flipHex(good.merkleRoot) };
    expect(checkMerkleizedRoot(standard, lie)).toMatchObject({
      status: 'INDETERMINATE',
      expected: lie.merkleRoot,
      reason: {
        code: 'X_PROOF_RECIPE_UNKNOWN',
        detail: {
          tried:
            'ascii-hex-sorted/1 (hex), bytes-sorted/1 (bytes), openzeppelin-keccak/1 (simple), openzeppelin-keccak/1 (standard), rfc6962/1 (leaf-hash), rfc6962/1 (document), rfc6962/1 (data)',
        },
      },
      next: { code: 'name_the_recipe' },
    });
    expect(matchRecipe(readInclusionProof(lie), ['rfc6962/1'])).toEqual({
      matched: false,
      attempts: [
        { recipe: 'rfc6962/1', form: 'leaf-hash', steps: [] },
        { recipe: 'rfc6962/1', form: 'document', steps: [] },
        { recipe: 'rfc6962/1', form: 'data', steps: [] },
      ],
    });
    const one = matchRecipe(readInclusionProof(lie), ['ascii-hex-sorted/1']);
    expect(one).toMatchObject({ matched: false, attempts: [{ form: 'hex', root: unhex(good.merkleRoot) }] });
    expect(one.matched ? [] : one.attempts).toHaveLength(1);
  });

  it('a pinned recipe that does not reach the root: both roots, every step', () => {
    const lie = { ...good, merkleRoot: flipHex(good.merkleRoot) };
    const check = checkMerkleizedRoot(standard, lie, 'ascii-hex-sorted/1');
    expect(check).toMatchObject({
      status: 'FAILED',
      expected: lie.merkleRoot,
      computed: good.merkleRoot,
      recipe: 'ascii-hex-sorted/1',
      reason: { code: 'X_PROOF_ROOT_MISMATCH', detail: { recipe: 'ascii-hex-sorted/1' } },
    });
    expect(check.steps).toHaveLength(4);
    expect(check.steps![1]!.values).toEqual({
      sibling: good.merkleProof[0],
      left: [check.steps![0]!.values.leaf!, good.merkleProof[0]!].sort()[0],
      right: [check.steps![0]!.values.leaf!, good.merkleProof[0]!].sort()[1],
      parent: check.steps![1]!.values.parent,
    });
  });

  it('rfc6962/1 without a position, and with one that has no such path', () => {
    const tried = 'rfc6962/1 (leaf-hash), rfc6962/1 (document), rfc6962/1 (data)';
    expect(checkMerkleizedRoot(standard, good, 'rfc6962/1')).toMatchObject({
      status: 'INDETERMINATE',
      expected: good.merkleRoot,
      reason: { code: 'X_EVIDENCE_ABSENT', detail: { tried } },
      next: { code: 'tell_index_and_size' },
    });
    expect(
      checkMerkleizedRoot(standard, { ...good, leafIndex: 9n, treeSize: 9n }, 'rfc6962/1'),
    ).toMatchObject({
      status: 'FAILED',
      expected: good.merkleRoot,
      recipe: 'rfc6962/1',
      reason: { code: 'X_PROOF_BAD_SHAPE', detail: { tried } },
    });
  });

  it('a reported position is held to its range also by recipes that do not use it', () => {
    const at = (leafIndex: bigint | string, treeSize: bigint | string) => {
      const { status, reason } = checkMerkleizedShape(standard, { ...good, leafIndex, treeSize });
      return reason === undefined ? status : `${status} ${reason.code}`;
    };
    expect(checkMerkleizedRoot(standard, { ...good, leafIndex: 9n, treeSize: 9n }).status).toBe('PASSED');
    expect([at(0n, 5n), at(4n, 5n), at('4', '5'), at('120', '1345')]).toEqual(Array(4).fill('PASSED'));
    expect([at(0n, 1n << 64n), at((1n << 64n) - 1n, 1n << 64n)]).toEqual(['PASSED', 'PASSED']);
    for (const [index, size] of [
      [5n, 5n],
      [-1n, 5n],
      ['1.5', '5'],
      ['-1', '5'],
      ['1e1', '50'],
      ['0x1', '5'],
      [0n, (1n << 64n) + 1n],
    ] as const)
      expect([index, at(index, size)]).toEqual([index, 'FAILED X_PROOF_BAD_SHAPE']);
  });

  it('a reported position that is none is named with its rule', () => {
    const detail = (leafIndex: bigint, treeSize: bigint) =>
      checkMerkleizedShape(standard, { ...good, leafIndex, treeSize }).reason?.detail;
    expect(detail(5n, 5n)).toEqual({
      subject: 'leafIndex',
      rule: 'leafIndex is below the size of the tree',
    });
    expect(detail(0n, (1n << 64n) + 1n)).toEqual({
      subject: 'leafIndex',
      rule: 'a tree has at most 2^64 leaves',
    });
  });

  it('index and size come together or not at all, even where another recipe would match', () => {
    expect(readInclusionProof(good)).not.toHaveProperty('position');
    expect(readInclusionProof({ ...good, leafIndex: 1n, treeSize: 5n }).position).toEqual({
      index: 1n,
      size: 5n,
    });
    for (const half of [{ leafIndex: 0n }, { treeSize: 5n }]) {
      expect(checkMerkleizedRoot(standard, { ...good, ...half })).toMatchObject({
        status: 'INDETERMINATE',
        reason: { code: 'X_UNREADABLE' },
      });
    }
  });

  it('recipes are known by name', () => {
    expect(recipeIds.every(isRecipeId)).toBe(true);
    expect(isRecipeId('ascii-hex-sorted/2')).toBe(false);
  });
});

describe('rfc6962/1 about a document at hand', () => {
  const document = new TextEncoder().encode('The document itself');
  const hash = hex(sha256(document));
  const documentLeaf = hex(sha256(Uint8Array.of(0, ...document)));
  const dataLeaf = hex(sha256(Uint8Array.of(0, ...unhex(hash))));
  const sibling = hashes[1]!;
  const position = { leafIndex: 0n, treeSize: 2n };
  const reached = (leaf: string, about: Partial<InclusionEvidence>) => {
    const evidence = { hash, merkleProof: [sibling], merkleRoot: node(leaf, sibling), ...position, ...about };
    const result = matchRecipe(readInclusionProof(evidence), ['rfc6962/1']);
    return result.matched ? result.match.form : undefined;
  };

  it('without a document a bare leaf hash is a leaf, and so is the hash as data', () => {
    expect(reached(hash, {})).toBe('leaf-hash');
    expect(reached(dataLeaf, {})).toBe('data');
    expect(reached(documentLeaf, {})).toBeUndefined();
  });

  it('with a document its own leaf and the hash as data are leaves, the bare hash is none', () => {
    expect(reached(documentLeaf, { documentLeaf })).toBe('document');
    expect(reached(dataLeaf, { documentLeaf })).toBe('data');
    expect(reached(hash, { documentLeaf })).toBeUndefined();
    expect(reached(documentLeaf, { documentLeaf: flipHex(documentLeaf) })).toBeUndefined();
  });

  it('where the leaf of the document was not computed, neither it nor the bare hash is a leaf', () => {
    expect(reached(hash, { documentLeaf: null })).toBeUndefined();
    expect(reached(documentLeaf, { documentLeaf: null })).toBeUndefined();
    expect(reached(dataLeaf, { documentLeaf: null })).toBe('data');
    expect(readInclusionProof({ ...good, documentLeaf: null }).documentLeaf).toBeNull();
    expect(readInclusionProof(good)).not.toHaveProperty('documentLeaf');
  });

  it('a leaf that is not 32 bytes is named', () => {
    expect(() => readInclusionProof({ ...good, documentLeaf: 'ab' })).toThrow(
      'documentLeaf: 32 bytes of hex, not 1',
    );
  });
});

describe('rfc6962/1 keeps to the path of its leaf', () => {
  const [leaf, sibling] = [hashes[0]!, hashes[1]!];
  const at = (merkleRoot: string, merkleProof: string[], leafIndex: bigint, treeSize: bigint) =>
    checkMerkleizedRoot(standard, { hash: leaf, merkleProof, merkleRoot, leafIndex, treeSize }, 'rfc6962/1');

  it('a path that is longer than the tree is high is none, though it folds to the root', () => {
    expect(at(node(sibling, leaf), [sibling], 0n, 1n).status).toBe('FAILED');
    expect(at(node(leaf, sibling), [sibling], 0n, 1n).status).toBe('FAILED');
  });

  it('a path that is too short is none, though it folds to the root', () => {
    expect(at(leaf, [], 0n, 2n).status).toBe('FAILED');
    expect(at(node(leaf, sibling), [sibling], 0n, 3n).status).toBe('FAILED');
    expect(at(node(leaf, sibling), [sibling], 0n, 2n).status).toBe('PASSED');
  });

  it('trees have up to 2^64 leaves and no more', () => {
    let root = leaf;
    for (let level = 0; level < 64; level++) root = node(sibling, root);
    expect(at(root, Array<string>(64).fill(sibling), 2n ** 64n - 1n, 2n ** 64n).status).toBe('PASSED');
    expect(at(node(sibling, leaf), [sibling], 2n ** 63n, 2n ** 63n + 1n).status).toBe('PASSED');
    expect(at(node(sibling, leaf), [sibling], 2n ** 64n, 2n ** 64n + 1n).status).toBe('FAILED');
  });

  it('shows every step', () => {
    expect(at(node(leaf, sibling), [sibling], 0n, 2n).steps).toEqual([
      { kind: 'leaf', values: { leaf } },
      { kind: 'merge', values: { sibling, left: leaf, right: sibling, parent: node(leaf, sibling) } },
    ]);
    expect(at(node(sibling, leaf), [sibling], 1n, 2n).steps![1]!.values).toEqual({
      sibling,
      left: sibling,
      right: leaf,
      parent: node(sibling, leaf),
    });
  });
});

describe('openzeppelin-keccak/1 against its own library', () => {
  it('simple trees', () => {
    const simple = SimpleMerkleTree.of(hashes.map((one) => '0x' + one));
    for (const [at, value] of simple.entries()) {
      const evidence = { hash: value as string, merkleProof: simple.getProof(at), merkleRoot: simple.root };
      expect(checkMerkleizedRoot(standard, evidence)).toMatchObject({
        status: 'PASSED',
        recipe: 'openzeppelin-keccak/1',
      });
    }
  });

  it('standard trees of one bytes32, whose leaf follows from the hash', () => {
    const values = hashes.map((one) => ['0x' + one]);
    const trees = StandardMerkleTree.of(values, ['bytes32']);
    for (const [at, [value]] of trees.entries()) {
      const evidence = { hash: value!, merkleProof: trees.getProof(at), merkleRoot: trees.root };
      const check = checkMerkleizedRoot(standard, evidence);
      expect(check).toMatchObject({ status: 'PASSED', recipe: 'openzeppelin-keccak/1' });
      expect(check.steps![0]!.values.leaf).toBe(toHex(standardLeaf(['bytes32'], [value!])));
    }
  });

  it.each<[string[], AbiValue[]]>([
    [['string'], ['']],
    [['string'], ['ñandú '.repeat(20)]],
    [
      ['string', 'uint256', 'bytes'],
      ['a', '12', '0x'],
    ],
    [
      ['bytes', 'bytes'],
      ['0x' + 'ab'.repeat(32), '0x' + 'cd'.repeat(33)],
    ],
    [
      ['address', 'uint256'],
      ['0x' + '11'.repeat(20), (2n ** 256n - 1n).toString()],
    ],
    [['address'], ['0x' + 'ff'.repeat(20)]],
    [
      ['uint8', 'int8', 'int8'],
      [255, -128, 127],
    ],
    [
      ['uint', 'int'],
      [7, -1],
    ],
    [['int256'], [(-(2n ** 255n)).toString()]],
    [
      ['bool', 'bool'],
      [true, false],
    ],
    [
      ['bytes1', 'bytes20', 'bytes32'],
      ['0xff', '0x' + '22'.repeat(20), '0x' + '33'.repeat(32)],
    ],
    [
      ['uint176', 'int16', 'uint248'],
      [5, -2, 9],
    ],
  ])('a leaf of %j', (types, values) => {
    const trees = StandardMerkleTree.of([values], types);
    expect('0x' + toHex(standardLeaf(types, values))).toBe(trees.leafHash(values));
  });

  it.each<[string[], AbiValue[], string]>([
    [['uint8'], [256], 'unreadable'],
    [['uint8'], [-1], 'unreadable'],
    [['int8'], [128], 'unreadable'],
    [['int8'], [-129], 'unreadable'],
    [['uint256'], ['0x10'], 'unreadable'],
    [['uint256'], ['1'.repeat(79)], 'unreadable'],
    [['uint256'], ['x1'], 'unreadable'],
    [['uint256'], ['1x'], 'unreadable'],
    [['address'], ['0x' + '11'.repeat(19)], 'unreadable'],
    [['bytes4'], ['0x112233'], 'unreadable'],
    [['string'], [7], 'unreadable'],
    [['bytes'], [true], 'unreadable'],
    [['uint256'], [], 'unreadable'],
    [['bool'], [true, true], 'unreadable'],
    [['string'], [], 'unreadable'],
    [['bool'], ['true'], 'unreadable'],
    [['xbytes4'], ['0x11223344'], 'unsupported'],
    [['uint7'], [1], 'unsupported'],
    [['uint0'], [1], 'unsupported'],
    [['uint264'], [1], 'unsupported'],
    [['bytes33'], ['0x'], 'unsupported'],
    [['bytes0'], ['0x'], 'unsupported'],
    [['uint256[]'], ['1'], 'unsupported'],
    [['xuint8'], [1], 'unsupported'],
    [['tuple'], ['1'], 'unsupported'],
    [Array<string>(65).fill('bool'), Array<AbiValue>(65).fill(true), 'too-large'],
  ])('refuses a leaf of %j %j', (types, values, kind) => {
    expect(() => standardLeaf(types, values)).toThrow(ProofError);
    expect(() => standardLeaf(types, values)).toThrow(expect.objectContaining({ kind }));
  });

  it('64 values are read', () => {
    const types = Array<string>(64).fill('bool');
    const values = Array<AbiValue>(64).fill(true);
    expect('0x' + toHex(standardLeaf(types, values))).toBe(
      StandardMerkleTree.of([values], types).leafHash(values),
    );
  });
});
