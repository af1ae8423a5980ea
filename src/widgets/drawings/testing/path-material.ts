/** Checks over real proofs, for tests of what draws them: the proofs make the checks, the tests' own trees the proofs. */
import type { Check } from '#proofs/check.ts';
import { checkExternalRoot } from '#proofs/merkle/check-external.ts';
import { standard } from '#proofs/policy/policy.ts';
import { checkMerkleizedRoot } from '#proofs/merkle/check-merkleized.ts';
import { hex, leafAt, mountainRange, sortedTree } from '#proofs/testing/trees.ts';

const recipe = 'ascii-hex-sorted/1';

export interface PathMaterial {
  readonly check: Check;
  readonly root: string;
}

/** The path of leaf 5 in a tree of 2^depth leaves. */
export function merklePath(depth: number): PathMaterial {
  const hashes = [...Array(2 ** depth).keys()].map((i) => hex(leafAt(i)));
  const at = depth < 3 ? 0 : 5;
  const tree = sortedTree(hashes, 'ascii');
  const given = { hash: hashes[at] ?? '', merkleProof: tree.proof(at), merkleRoot: tree.root };
  return { check: checkMerkleizedRoot(standard, given, recipe), root: tree.root };
}

/** A path of any depth, which no tree of that size has to be made for. */
export function deepPath(depth: number): PathMaterial {
  const merkleProof = [...Array(depth).keys()].map((i) => hex(leafAt(100 + i)));
  const given = { hash: hex(leafAt(0)), merkleProof };
  const reached =
    checkMerkleizedRoot(standard, { ...given, merkleRoot: hex(leafAt(1)) }, recipe).computed ?? '';
  return { check: checkMerkleizedRoot(standard, { ...given, merkleRoot: reached }, recipe), root: reached };
}

/** The same path with one digit of the sibling at `level` changed. */
export function alteredPath(depth: number, level: number, digit = 4): PathMaterial {
  const { check, root } = merklePath(depth);
  const siblings = (check.steps ?? []).slice(1).map(({ values }) => values.sibling ?? '');
  const merkleProof = siblings.map((sibling, at) => (at === level ? flipped(sibling, digit) : sibling));
  const hash = check.steps?.[0]?.values.hash ?? '';
  return { check: checkMerkleizedRoot(standard, { hash, merkleProof, merkleRoot: root }, recipe), root };
}

function flipped(text: string, at: number): string {
  return text.slice(0, at) + (Number.parseInt(text[at] ?? '0', 16) ^ 1).toString(16) + text.slice(at + 1);
}

/** Leaf `index` of a range of `size` leaves; `known`: the reader knows how many there are. */
export function rangePath(size: number, index: number, known = false) {
  const tree = mountainRange([...Array(size).keys()].map(leafAt));
  const evidence = {
    hash: hex(leafAt(index)),
    leafIndex: BigInt(index),
    targetRootHash: tree.root,
    ...tree.proof(index),
  };
  const reported = known ? ({ value: BigInt(size), basis: 'CHAIN' } as const) : undefined;
  return { check: checkExternalRoot(standard, evidence, reported), evidence };
}
