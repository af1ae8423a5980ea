import { createHash } from 'node:crypto';

/** Repeatable chance: the same seed and labels give the same draws, on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with that probability. */
  chance(probability: number): boolean;
  /** About normally distributed, mean 0, deviation 1. */
  normal(): number;
  /** Random bytes as lower-case hex. */
  hex(bytes: number): string;
  /** An object identifier (24 hex digits) that begins with its second, as object identifiers do. */
  objectId(at: Date): string;
  /** A stream of its own: draws from it change nothing elsewhere. */
  fork(label: string): Random;
}

export function createRandom(seed: number | string): Random {
  const next = sfc32(createHash('sha256').update(`testigo-seed/1/${seed}`).digest());
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const hex = (bytes: number): string =>
    Array.from({ length: bytes }, () => integer(0, 255).toString(16).padStart(2, '0')).join('');
  return {
    next,
    integer,
    hex,
    pick: <T>(items: readonly T[]): T => {
      const [item] = items.slice(integer(0, items.length - 1));
      if (item === undefined) throw new RangeError('random.pick: nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
    normal: () => Array.from({ length: 12 }, next).reduce((sum, x) => sum + x, -6),
    objectId: (at) =>
      Math.floor(at.getTime() / 1000)
        .toString(16)
        .padStart(8, '0') + hex(8),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

/** Chris Doty-Humphrey's sfc32 (PractRand), seeded by 128 bits. */
function sfc32(seed: Buffer): () => number {
  let [a, b, c, counter] = [
    seed.readInt32LE(0),
    seed.readInt32LE(4),
    seed.readInt32LE(8),
    seed.readInt32LE(12),
  ];
  return () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  };
}
