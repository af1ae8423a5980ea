import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Companions } from './companions.ts';
import { wordsOf } from './kernel.ts';
import type { ProofBatch } from './proof-batch.ts';
import { bytesOf, emptyBatch } from './testing/batches.ts';

interface Claim {
  readonly depth: number;
  readonly root: Uint8Array;
}

/** Roots that are equal, unlike, or alike in their first word or all but their last. */
const root = fc
  .record({ seed: fc.integer({ min: 0, max: 2 }), changed: fc.constantFrom(undefined, 0, 4, 31) })
  .map(({ seed, changed }) => {
    const bytes = new Uint8Array(bytesOf(`root ${seed}`));
    if (changed !== undefined) bytes[changed] = (bytes[changed] ?? 0) ^ 1;
    return bytes;
  });
const claims = fc.array(fc.record({ depth: fc.integer({ min: 0, max: 2 }), root }), { maxLength: 12 });

function companionsOf(list: readonly Claim[]): Companions {
  const batch: ProofBatch = {
    ...emptyBatch(),
    count: list.length,
    depths: Uint8Array.from(list, ({ depth }) => depth),
  };
  const roots = new Uint8Array(list.length * 32);
  list.forEach((claim, at) => {
    roots.set(claim.root, at * 32);
  });
  return new Companions(batch, wordsOf(roots));
}

const alike = (a: Claim, b: Claim): boolean =>
  a.depth === b.depth && Buffer.from(a.root).equals(Buffer.from(b.root));

it('proofs of one depth and one root, and only they, are companions', () => {
  fc.assert(
    fc.property(claims, (list) => {
      const companions = companionsOf(list);
      list.forEach((claim, i) => {
        const others = list.filter((other, j) => j !== i && alike(claim, other));
        expect(companions.has(i)).toBe(others.length > 0);
        list.forEach((other, j) => {
          expect(companions.groupOf(i) === companions.groupOf(j)).toBe(alike(claim, other));
        });
      });
    }),
  );
});

it('a group is named by its first proof', () => {
  const one = { depth: 1, root: bytesOf('one') };
  const two = { depth: 1, root: bytesOf('two') };
  const companions = companionsOf([two, one, two, one, two]);
  expect([0, 1, 2, 3, 4].map((at) => companions.groupOf(at))).toEqual([0, 1, 0, 1, 0]);
});

it('a follower has the answer of its leader, also of one that came to follow another later', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (answers, draws) => {
        const companions = companionsOf(answers.map(() => ({ depth: 0, root: bytesOf('same') })));
        // Proofs leave one by one, each behind one that is still there.
        const leaderOf = new Map<number, number>();
        const there = answers.map((_, at) => at);
        while (there.length > 1) {
          const follower = there.splice(draws.next().value % there.length, 1)[0] ?? 0;
          if (draws.next().value % 3 === 0) continue;
          const leader = there[draws.next().value % there.length] ?? 0;
          leaderOf.set(follower, leader);
          companions.link(follower, leader);
        }
        const holds = Uint8Array.from(answers);
        companions.passOn(holds);
        answers.forEach((_, at) => {
          let leader = at;
          for (let next = leaderOf.get(at); next !== undefined; next = leaderOf.get(next)) leader = next;
          expect(holds[at]).toBe(answers[leader]);
        });
      },
    ),
  );
});
