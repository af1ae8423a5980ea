/**
 * The measurement itself, the same in Node and in a browser: rounds in which everybody runs once, one after the
 * other, so that a ratio compares neighbours in time.
 */
import { kernelBinary } from '#proofs/batch/kernel-binary.ts';
import {
  type BatchRecipe,
  batchRecipes,
  itemBytes,
  packProofs,
  type ProofBatch,
} from '#proofs/batch/proof-batch.ts';
import { readProofBatch } from '#proofs/batch/read-proof-batch.ts';
import { simdKernel } from '#proofs/batch/simd-kernel.ts';
import { verifyProofs } from '#proofs/batch/verify-proofs.ts';
import { readInclusionProof } from '#proofs/merkle/inclusion-proof.ts';
import { contestants } from './contestants.ts';
import { type Size, treesOf, unrelatedRoots, witnessesJson } from './workloads.ts';

export interface Options extends Size {
  readonly rounds: number;
}

/** Smallest, median and largest of the rounds. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Row {
  readonly name: string;
  /** Milliseconds for the whole batch. */
  readonly time: Spread;
  /** Against the row that the section compares with, round by round. */
  readonly ratio: Spread;
  /** The part of the batch that was really run, if not all of it. */
  readonly share?: number;
}

export interface Section {
  readonly title: string;
  /** Name of the row that every ratio is taken against. */
  readonly against: string;
  readonly rows: readonly Row[];
  /** The most that the median ratio of the first row may be. */
  readonly limit: number;
}

/** @param say is called with each section as soon as it is measured */
export async function measureProofs(options: Options, say: (section: Section) => void): Promise<void> {
  const kernel = simdKernel(kernelBinary());
  if (kernel === undefined)
    throw new Error('this engine has no WebAssembly SIMD: there is no kernel to measure');
  const field = await contestants(kernel);

  for (const recipe of batchRecipes) {
    const makers = [
      () => unrelatedRoots(kernel, recipe, options),
      () => treesOf(kernel, recipe, options, 1),
      () => treesOf(kernel, recipe, options, 10),
    ];
    for (const make of makers) {
      const workload = make();
      const runners = field.map(({ name, share, prepare }) => {
        const part = firstOf(workload.batch, Math.max(1, Math.round(options.proofs * share)));
        const run = prepare(part, recipe);
        return { name, share, run: timed(name, run, workload.holds.subarray(0, part.count)) };
      });
      say({
        title: `${recipe}, ${workload.name}: ${options.proofs} proofs of depth ${options.depth}`,
        against: 'hash-wasm loop',
        limit: workload.shared ? 1 / 6 : 1 / 3,
        rows: rounds(options.rounds, runners, 'hash-wasm loop'),
      });
    }
  }

  const recipe: BatchRecipe = 'ascii-hex-sorted/1';
  for (const workload of [unrelatedRoots(kernel, recipe, options), treesOf(kernel, recipe, options, 1)]) {
    const text = witnessesJson(workload.batch);
    const read = () => readProofBatch(text, recipe, kernel).batch;
    if (!sameBatch(read(), workload.batch)) throw new Error('the reader did not read what was written');
    const verify = () => verifyProofs(workload.batch, kernel).holds;
    const parse = () => parsed(text, recipe);
    say({
      title: `reading ${(text.length / 1e6).toFixed(0)} MB of JSON for them (${recipe}, ${workload.name})`,
      against: 'verifyProofs',
      limit: 1,
      rows: rounds(
        options.rounds,
        [
          { name: 'readProofBatch', share: 1, run: clocked(read) },
          { name: 'verifyProofs', share: 1, run: timed('verifyProofs', verify, workload.holds) },
          { name: 'JSON.parse and packing', share: 1, run: clocked(parse) },
        ],
        'verifyProofs',
      ),
    });
  }
}

interface Runner {
  readonly name: string;
  readonly share: number;
  /** Runs once and returns milliseconds. */
  readonly run: () => number;
}

function rounds(count: number, runners: readonly Runner[], against: string): Row[] {
  for (const { run } of runners) run();
  const times = runners.map((): number[] => []);
  for (let round = 0; round < count; round++) {
    runners.forEach(({ run, share }, i) => times[i]?.push(run() / share));
  }
  const base = times[runners.findIndex(({ name }) => name === against)] ?? [];
  return runners.map(({ name, share }, i) => ({
    name,
    ...(share < 1 && { share }),
    time: spread(times[i] ?? []),
    ratio: spread((times[i] ?? []).map((time, round) => time / (base[round] ?? Number.NaN))),
  }));
}

function clocked(run: () => unknown): () => number {
  return () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
}

/** A contestant who answers wrongly has no time. */
function timed(name: string, run: () => Uint8Array, expected: Uint8Array): () => number {
  return () => {
    const start = performance.now();
    const answers = run();
    const time = performance.now() - start;
    if (!equal(answers, expected)) throw new Error(`${name} answers wrongly`);
    return time;
  };
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  return { min: at(0), median: at(Math.floor(sorted.length / 2)), max: at(sorted.length - 1) };
}

/** The usual way: parse everything, then read each proof. */
function parsed(text: Uint8Array, recipe: BatchRecipe): ProofBatch {
  // The text was written by `witnessesJson`.
  const { results } = JSON.parse(new TextDecoder().decode(text)) as {
    results: { hash: string; merkleized: { merkleProof: string[]; merkleRoot: string } }[];
  };
  return packProofs(
    results.map(({ hash, merkleized }) => ({ recipe, proof: readInclusionProof({ hash, ...merkleized }) })),
  );
}

function firstOf(batch: ProofBatch, count: number): ProofBatch {
  const siblings = batch.depths.subarray(0, count).reduce((sum, depth) => sum + depth, 0);
  return {
    count,
    recipes: batch.recipes.subarray(0, count),
    depths: batch.depths.subarray(0, count),
    hashes: batch.hashes.subarray(0, count * itemBytes),
    roots: batch.roots.subarray(0, count * itemBytes),
    siblings: batch.siblings.subarray(0, siblings * itemBytes),
  };
}

function sameBatch(a: ProofBatch, b: ProofBatch): boolean {
  return (
    equal(a.depths, b.depths) &&
    equal(a.recipes, b.recipes) &&
    equal(a.hashes, b.hashes) &&
    equal(a.roots, b.roots) &&
    equal(a.siblings, b.siblings)
  );
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
