import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProofError } from '../errors.ts';
import { matchRecipe } from '../merkle/recipes.ts';
import { kernelBinary } from './kernel-binary.ts';
import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchBounds, batchRecipes, packProofs, type ProofBatch } from './proof-batch.ts';
import { simdKernel } from './simd-kernel.ts';
import {
  bytesOf,
  emptyBatch,
  entries,
  type Entry,
  family,
  forge,
  naiveAnswers,
  naiveLeaf,
  naiveParent,
  naiveRoot,
} from './testing/batches.ts';
import { verifyProofs } from './verify-proofs.ts';

const simd = simdKernel(kernelBinary());
const kernels: Kernel[] = simd === undefined ? [plainKernel] : [plainKernel, simd];

const answers = (list: readonly Entry[], kernel: Kernel): number[] => [
  ...verifyProofs(packProofs(list), kernel).holds,
];

it('this engine runs the SIMD kernel, so the tests below compare both', () => {
  expect(simd?.name).toBe('simd');
});

describe.each(kernels)('verifyProofs with the $name kernel', (kernel) => {
  it('answers as folding each proof by the definition does', () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(answers(list, kernel)).toEqual(naiveAnswers(list));
      }),
      { numRuns: 60 },
    );
  });

  it('answers as the single check does', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const single = list.map(({ recipe, proof }) => (matchRecipe(proof, [recipe]).matched ? 1 : 0));
        expect(answers(list, kernel)).toEqual(single);
      }),
      { numRuns: 20 },
    );
  });

  it.each(batchRecipes)('finds a forged sibling at any level of any proof of a tree (%s)', (recipe) => {
    const good = family(recipe, 4, 3, 'tree');
    expect(answers(good, kernel)).toEqual(good.map(() => 1));
    good.forEach((entry, place) => {
      for (let level = 0; level < 7; level++) {
        const forged = good.with(place, forge(entry, level, (37 * level + 101 * place) % 256));
        expect(answers(forged, kernel)).toEqual(good.map((_, i) => (i === place ? 0 : 1)));
      }
    });
  });

  it.each(batchRecipes)('finds a forged sibling that comes before the good proofs (%s)', (recipe) => {
    const good = family(recipe, 3, 2, 'tree');
    for (let level = 0; level < 5; level++) {
      const forged = [...good.map((entry) => forge(entry, level, 5)), ...good];
      expect(answers(forged, kernel)).toEqual([...good.map(() => 0), ...good.map(() => 1)]);
    }
  });

  it.each(batchRecipes)('finds every flipped bit of a hash, a sibling and a root (%s)', (recipe) => {
    const [good] = family(recipe, 0, 1, 'bits') as [Entry];
    const forged = Array.from({ length: 256 }, (_, bit) => [
      forge(good, undefined, bit),
      forge(good, 0, bit),
      forge(good, -1, bit),
    ]).flat();
    const { holds, failed } = verifyProofs(packProofs([good, ...forged]), kernel);
    expect([...holds]).toEqual([1, ...forged.map(() => 0)]);
    expect([...failed]).toEqual(forged.map((_, i) => i + 1));
  });

  it.each(batchRecipes)('sorts a pair by its first unlike byte, wherever that is (%s)', (recipe) => {
    const hash = bytesOf('sorted');
    const leaf = naiveLeaf(recipe, hash);
    const list = Array.from({ length: 32 }, (_, at) =>
      [0x00, 0x7f, 0x80, 0xff].map((value): Entry => {
        const sibling = new Uint8Array(leaf);
        sibling[at] = value;
        return { recipe, proof: { hash, siblings: [sibling], root: naiveParent(recipe, leaf, sibling) } };
      }),
    ).flat();
    expect(answers(list, kernel)).toEqual(list.map(() => 1));
  });

  it.each(batchRecipes)('merges a node with an equal sibling (%s)', (recipe) => {
    const hash = bytesOf('twin');
    const leaf = naiveLeaf(recipe, hash);
    const twin: Entry = { recipe, proof: { hash, siblings: [leaf], root: naiveParent(recipe, leaf, leaf) } };
    expect(answers([twin, twin, forge(twin, 0, 0)], kernel)).toEqual([1, 1, 0]);
  });

  it('does not take a proof of one recipe for one of the other', () => {
    const list = batchRecipes.flatMap((recipe) => family(recipe, 2, 2, 'mixed'));
    const crossed = list.map(({ recipe, proof }): Entry => {
      return { recipe: recipe === 'bytes-sorted/1' ? 'ascii-hex-sorted/1' : 'bytes-sorted/1', proof };
    });
    expect(answers([...list, ...crossed], kernel)).toEqual([...list.map(() => 1), ...crossed.map(() => 0)]);
  });

  it('does not take an inner node for a leaf', () => {
    const [first] = family('bytes-sorted/1', 3, 0, 'inner') as [Entry];
    const { hash, siblings, root } = first.proof;
    const inner = naiveParent('bytes-sorted/1', naiveLeaf('bytes-sorted/1', hash), siblings[0]!);
    const list: Entry[] = [
      { recipe: 'bytes-sorted/1', proof: { hash: inner, siblings: siblings.slice(1), root } },
    ];
    expect(answers(list, kernel)).toEqual([0]);
  });

  it('keeps depths apart under one root', () => {
    const good = family('bytes-sorted/1', 3, 1, 'depths');
    const short = good.map(({ recipe, proof }): Entry => {
      return { recipe, proof: { ...proof, siblings: proof.siblings.slice(0, -1) } };
    });
    const long = good.map(({ recipe, proof }): Entry => {
      return { recipe, proof: { ...proof, siblings: [...proof.siblings, proof.root] } };
    });
    const list = [...short, ...good, ...long];
    const expected = naiveAnswers(list);
    expect(expected).toEqual(list.map((_, i) => (i >= 8 && i < 16 ? 1 : 0)));
    expect(answers(list, kernel)).toEqual(expected);
    expect(answers(list.toReversed(), kernel)).toEqual(expected.toReversed());
  });

  it('takes depth 0 (the leaf is the root) to depth 64', () => {
    const list = Array.from({ length: 65 }, (_, depth) =>
      batchRecipes.map((recipe) => family(recipe, 0, depth, `depth ${depth}`)[0]!),
    ).flat();
    expect(answers(list, kernel)).toEqual(list.map(() => 1));
    const forged = list.map((entry) => forge(entry, entry.proof.siblings.length - 1, 9));
    expect(answers(forged, kernel)).toEqual(list.map(() => 0));
  });

  it('answers an empty batch', () => {
    expect(verifyProofs(emptyBatch(), kernel)).toEqual({
      holds: new Uint8Array(0),
      failed: new Uint32Array(0),
    });
  });

  it('leaves the batch as it was', () => {
    const batch = packProofs(family('ascii-hex-sorted/1', 3, 2, 'untouched'));
    const before = structuredClone(batch);
    verifyProofs(batch, kernel);
    expect(batch).toEqual(before);
  });

  it('reads arrays that do not lie on a word', () => {
    const batch = packProofs(family('bytes-sorted/1', 3, 2, 'unaligned'));
    const shift = (bytes: Uint8Array): Uint8Array => {
      const padded = new Uint8Array(bytes.length + 1);
      padded.set(bytes, 1);
      return padded.subarray(1);
    };
    const shifted: ProofBatch = {
      ...batch,
      hashes: shift(batch.hashes),
      roots: shift(batch.roots),
      siblings: shift(batch.siblings),
    };
    expect(verifyProofs(shifted, kernel)).toEqual(verifyProofs(batch, kernel));
  });

  it('is not misled by proofs that only look alike until the last sibling', () => {
    // One leaf, one path, and as many last siblings as proofs: everything collides and nothing may be shared.
    const [good] = family('bytes-sorted/1', 0, 12, 'alike') as [Entry];
    const list = Array.from({ length: 300 }, (_, i): Entry => {
      if (i % 100 === 50) return good;
      const siblings = good.proof.siblings.with(11, bytesOf(`last ${i}`));
      return { ...good, proof: { ...good.proof, siblings } };
    });
    expect(answers(list, kernel)).toEqual(naiveAnswers(list));
    expect(answers(list, kernel).filter((holds) => holds === 1)).toHaveLength(3);
  });

  it('keeps roots apart for proofs that are alike in all else', () => {
    const good = family('bytes-sorted/1', 2, 2, 'roots');
    const other = good.map((entry) => forge(entry, -1, 77));
    const list = [...other, ...good, ...other];
    expect(answers(list, kernel)).toEqual(list.map((_, i) => (i >= 4 && i < 8 ? 1 : 0)));
  });

  it('is not misled by roots that begin alike', () => {
    const list = Array.from({ length: 200 }, (_, i) => family('bytes-sorted/1', 1, 2, `root ${i}`)).flat();
    const disguised = list.map((entry, i): Entry => {
      const root = new Uint8Array(32);
      root[31] = i >> 1;
      return i % 3 === 0 ? entry : { ...entry, proof: { ...entry.proof, root } };
    });
    expect(answers(disguised, kernel)).toEqual(naiveAnswers(disguised));
  });
});

it('more proofs than one piece of kernel memory holds are all answered', () => {
  if (simd === undefined) throw new Error('no SIMD in this engine');
  const tree = family('bytes-sorted/1', 12, 1, 'large');
  const alone = Array.from({ length: 3000 }, (_, i) => family('bytes-sorted/1', 0, i % 65, `alone ${i}`)[0]!);
  const list = [...tree, ...alone].map((entry, i) => (i % 97 === 0 ? forge(entry, undefined, 3) : entry));
  expect(answers(list, simd)).toEqual(list.map((_, i) => (i % 97 === 0 ? 0 : 1)));
});

it('work is cut where the memory of the kernel ends, at 4,096 proofs and at 32,768 siblings', () => {
  if (simd === undefined) throw new Error('no SIMD in this engine');
  const alone = (depth: number, seed: string) => family('bytes-sorted/1', 0, depth, seed)[0]!;
  const shallow = Array.from({ length: 8200 }, (_, i) => alone(i & 1, `shallow ${i}`));
  expect(answers(shallow, simd)).toEqual(shallow.map(() => 1));
  // 511 × 64 + 63 is one less than fits, so the next run of two does not.
  const depths = [...Array.from({ length: 511 }, () => 64), 63, 2, 2, 64];
  const deep = depths.map((depth, i) => alone(depth, `deep ${i}`));
  expect(answers(deep, simd)).toEqual(deep.map(() => 1));
});

it('kernels give the same nodes bit for bit, for any choice of proofs and runs', () => {
  if (simd === undefined) throw new Error('no SIMD in this engine');
  const words = (length: number) => fc.uint32Array({ minLength: length, maxLength: length });
  const scenario = fc.integer({ min: 1, max: 14 }).chain((count) =>
    fc.record({
      recipe: fc.nat({ max: batchRecipes.length - 1 }),
      nodes: words(count * 8),
      siblings: words(20 * 8),
      proofs: fc.shuffledSubarray(
        Array.from({ length: count }, (_, i) => i),
        { minLength: 1 },
      ),
      runs: fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 20 })), {
        minLength: count,
        maxLength: count,
      }),
    }),
  );
  fc.assert(
    fc.property(scenario, ({ recipe, nodes, siblings, proofs, runs }) => {
      const moves = {
        count: proofs.length,
        proofs: Uint32Array.from(proofs),
        starts: Uint32Array.from(runs, ([start]) => start),
        runs: Uint8Array.from(runs, ([start, run]) => Math.min(run, 20 - start)),
      };
      const [plain, fast] = [plainKernel, simd].map((kernel) => {
        const result = nodes.slice();
        kernel.leaves(recipe, result, moves.proofs);
        kernel.fold(recipe, result, siblings, moves);
        return result;
      });
      expect(fast).toEqual(plain);
    }),
    { numRuns: 150 },
  );
});

it('the naive root agrees with the single check, so both sides of the comparison are anchored', () => {
  const [entry] = family('ascii-hex-sorted/1', 3, 3, 'anchor') as [Entry];
  expect(naiveRoot(entry).equals(entry.proof.root)).toBe(true);
  expect(matchRecipe(entry.proof, ['ascii-hex-sorted/1']).matched).toBe(true);
});

describe('a batch that cannot be read is a ProofError', () => {
  const good = packProofs(family('bytes-sorted/1', 2, 1, 'malformed'));
  const bytes = (length: number, fill = 0): Uint8Array => new Uint8Array(length).fill(fill);
  const cases: [string, Partial<ProofBatch>, ProofError['kind']][] = [
    ['a count that is no whole number', { count: 1.5 }, 'unreadable'],
    ['a count below zero', { count: -1 }, 'unreadable'],
    ['a count that is no number', { count: Number.NaN }, 'unreadable'],
    ['more proofs than the bound', { count: batchBounds.proofs + 1 }, 'too-large'],
    ['a count of more proofs than there are', { count: good.count + 1 }, 'unreadable'],
    ['recipes that are too few', { recipes: bytes(good.count - 1) }, 'unreadable'],
    ['a recipe that is not known', { recipes: bytes(good.count, 2) }, 'unreadable'],
    ['depths that are too few', { depths: bytes(good.count - 1) }, 'unreadable'],
    ['a depth of 65', { depths: bytes(good.count, 65) }, 'too-large'],
    ['depths that ask for more siblings', { depths: bytes(good.count, 4) }, 'unreadable'],
    ['depths that leave siblings over', { depths: bytes(good.count, 2) }, 'unreadable'],
    ['hashes of half an item more', { hashes: bytes(good.count * 32 + 16) }, 'unreadable'],
    ['roots of one item less', { roots: bytes((good.count - 1) * 32) }, 'unreadable'],
    ['siblings of one byte less', { siblings: good.siblings.subarray(1) }, 'unreadable'],
  ];
  it.each(cases)('%s', (_, change, kind) => {
    const run = () => verifyProofs({ ...good, ...change });
    expect(run).toThrow(ProofError);
    expect(run).toThrow(expect.objectContaining({ kind }));
  });

  it('more siblings than the bound', () => {
    const count = batchBounds.siblings / 64 + 1;
    const batch: ProofBatch = {
      count,
      recipes: bytes(count),
      depths: bytes(count, 64),
      hashes: bytes(count * 32),
      roots: bytes(count * 32),
      siblings: bytes(0),
    };
    expect(() => verifyProofs(batch)).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });

  it('packing items of another length, paths that are too deep, or too many of either', () => {
    const [entry] = family('bytes-sorted/1', 0, 2, 'packing') as [Entry];
    const pack = (proof: Partial<Entry['proof']>, copies = 1) =>
      packProofs(Array.from({ length: copies }, () => ({ ...entry, proof: { ...entry.proof, ...proof } })));
    const short = new Uint8Array(31);
    const deep = (levels: number) => Array.from({ length: levels }, () => entry.proof.root);
    expect(() => pack({ hash: short })).toThrow('proofs[0].hash: 32 bytes, not 31');
    expect(() => pack({ root: short })).toThrow('proofs[0].root: 32 bytes, not 31');
    expect(() => pack({ siblings: [entry.proof.root, short] })).toThrow(
      'proofs[0].siblings[1]: 32 bytes, not 31',
    );
    expect(() => pack({ siblings: deep(65) })).toThrow(expect.objectContaining({ kind: 'too-large' }));
    expect(() => pack({ siblings: deep(64) }, batchBounds.siblings / 64 + 1)).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
    expect(() => pack({ siblings: [] }, batchBounds.proofs + 1)).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });
});
