import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHexOf } from '../encoding/bytes.ts';
import { ProofError } from '../errors.ts';
import { fuzzRuns } from '../testing/vectors.ts';
import { kernelBinary } from './kernel-binary.ts';
import type { Kernel } from './kernel.ts';
import { plainKernel } from './plain-kernel.ts';
import { batchBounds, type BatchRecipe, packProofs } from './proof-batch.ts';
import { maxBatchText, type ReadBatch, readProofBatch } from './read-proof-batch.ts';
import { simdKernel } from './simd-kernel.ts';
import { family } from './testing/batches.ts';
import { answerText } from './testing/witnesses.ts';
import { verifyProofs } from './verify-proofs.ts';

const simd = simdKernel(kernelBinary());
if (simd === undefined) throw new Error('no SIMD in this engine');
const kernels: Kernel[] = [plainKernel, simd];

const recipe: BatchRecipe = 'bytes-sorted/1';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, kernel: Kernel): ReadBatch => readProofBatch(utf8(text), recipe, kernel);

interface WitnessJson {
  readonly hash: string;
  readonly algorithm?: unknown;
  readonly merkleized?: {
    readonly merkleProof: string[];
    readonly merkleRoot: string;
    readonly leafIndex?: unknown;
    readonly treeSize?: unknown;
  } | null;
}

/** The same by `JSON.parse` and the reader of the single check. */
function naiveRead(text: string): ReadBatch {
  const answer = JSON.parse(text) as WitnessJson[] | { results: WitnessJson[] };
  const witnesses = Array.isArray(answer) ? answer : answer.results;
  const item = (hex: string) => readHexOf(hex, 32, 'item');
  const places = witnesses.map((_, place) => place);
  const isUsual = (algorithm: unknown) =>
    algorithm == null || (typeof algorithm === 'string' && /^sha-?256$/i.test(algorithm));
  const has = (place: number) => {
    const { merkleized, algorithm } = witnesses[place]!;
    return (
      merkleized != null && merkleized.leafIndex == null && merkleized.treeSize == null && isUsual(algorithm)
    );
  };
  const positions = places.filter(has);
  const proofs = positions.map((place) => {
    const { hash, merkleized } = witnesses[place]!;
    const { merkleProof, merkleRoot } = merkleized!;
    return { recipe, proof: { hash: item(hash), siblings: merkleProof.map(item), root: item(merkleRoot) } };
  });
  return {
    batch: packProofs(proofs),
    positions: Uint32Array.from(positions),
    without: Uint32Array.from(places.filter((place) => !has(place))),
  };
}

const hash = 'ab'.repeat(32);
const root = 'cd'.repeat(32);
const witness = `{"hash":"${hash}","merkleized":{"merkleProof":["${root}"],"merkleRoot":"${root}"}}`;

describe.each(kernels)('readProofBatch with the $name kernel', (kernel) => {
  it('reads what JSON.parse reads, in any spelling of JSON', () => {
    fc.assert(
      fc.property(answerText, (text) => {
        expect(read(text, kernel)).toEqual(naiveRead(text));
      }),
      { numRuns: fuzzRuns },
    );
  });

  it('reads good proofs so that they hold', () => {
    const entries = family('ascii-hex-sorted/1', 4, 3, 'read');
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const text = JSON.stringify({
      results: entries.map(({ proof }) => ({
        hash: hex(proof.hash),
        merkleized: { merkleRoot: hex(proof.root), merkleProof: proof.siblings.map(hex) },
      })),
    });
    const { batch } = readProofBatch(utf8(text), 'ascii-hex-sorted/1', kernel);
    expect(batch).toEqual(packProofs(entries));
    expect([...verifyProofs(batch, kernel).holds]).toEqual(entries.map(() => 1));
  });

  it.each([
    ['a position', '"merkleRoot":', '"leafIndex":0,"treeSize":9,"merkleRoot":'],
    ['an index alone', '"merkleRoot":', '"leafIndex":"7","merkleRoot":'],
    ['a size alone, under a key with an escape', '"merkleRoot":', '"tree\\u0053ize":2,"merkleRoot":'],
    ['another algorithm', '"hash":', '"algorithm" : "SHA512","hash":'],
    [
      'another algorithm and a position',
      '"merkleRoot":',
      '"leafIndex":1,"merkleRoot":',
      '},"algorithm":"MD5"}',
    ],
    ['an algorithm that is no text', '"hash":', '"algorithm":["SHA256"],"hash":'],
  ])('leaves %s to the single check', (_what, before, after, end = '}}') => {
    const reported = witness.replace(before, after).replace('}}', end);
    expect(reported).not.toBe(witness);
    const { positions, without } = read(`[${witness},${reported},${witness}]`, kernel);
    expect([[...positions], [...without]]).toEqual([[0, 2], [1]]);
  });

  it.each(['"algorithm":"SHA256",', '"algorithm":"sha-256",', '"algorithm":null,', '"note":"algorithm",'])(
    'reads a witness that says %s',
    (said) => {
      const reported = witness.replace('"hash":', `${said}"hash":`);
      const nothing = reported.replace('"merkleRoot":', '"leafIndex":null,"treeSize":null,"merkleRoot":');
      const { positions, without } = read(`[${reported},${nothing}]`, kernel);
      expect([[...positions], [...without]]).toEqual([[0, 1], []]);
    },
  );

  it('says which witnesses have no proof', () => {
    const { batch, positions, without } = read(
      `[{"hash":"${hash}"},${witness},{"hash":"${hash}","merkleized":null},${witness}]`,
      kernel,
    );
    expect(batch.count).toBe(2);
    expect([...positions]).toEqual([1, 3]);
    expect([...without]).toEqual([0, 2]);
  });

  it('reads witnesses across and larger than the window of the kernel', () => {
    const large = `{"logo":"${'x'.repeat(1_300_000)}",${witness.slice(1)}`;
    const some = Array.from({ length: 9000 }, (_, i) => `{"id":${i},${witness.slice(1)}`);
    const text = `[${[...some.slice(0, 50), large, ...some, large, large].join(',')}]`;
    expect(read(text, kernel)).toEqual(naiveRead(text));
  });

  it('reads one text after another, also when the bytes under it change', () => {
    const bytes = utf8(`[${witness}]`);
    const first = readProofBatch(bytes, recipe, kernel);
    bytes.set(utf8('ef'.repeat(32)), '[{"hash":"'.length);
    const second = readProofBatch(bytes, recipe, kernel);
    expect(first.batch.hashes[0]).toBe(0xab);
    expect(second.batch.hashes[0]).toBe(0xef);
  });

  it('is cut off by the end of the text, wherever that is', () => {
    const text = utf8(`{"results":[${witness},${witness}],"n":-1.5e3,"t":true}`);
    for (let length = 0; length < text.length; length++) {
      expect(() => readProofBatch(text.subarray(0, length), recipe, kernel)).toThrow(ProofError);
      // What lies behind the end in memory is not part of the text.
      expect(() => readProofBatch(text.slice(0, length), recipe, kernel)).toThrow(ProofError);
    }
    expect(readProofBatch(text, recipe, kernel).batch.count).toBe(2);
  });

  const sibling = (items: string) => witness.replace(`["${root}"]`, `[${items}]`);
  const quoted = `"${root}"`;
  const unreadable: [string, string][] = [
    ['nothing', ''],
    ['a single witness', witness],
    ['no results', '{"items":[]}'],
    ['results that are no array', '{"results":{}}'],
    ['results said twice', '{"results":[],"results":[]}'],
    ['something after the end', `[${witness}] x`],
    ['a byte order mark', `\ufeff[${witness}]`],
    ['a comma too many', `[${witness},]`],
    ['a comma too few', `[${witness} ${witness}]`],
    ['a witness that is no object', '[null]'],
    ['a witness without a hash', `[{"merkleized":{"merkleProof":[],"merkleRoot":${quoted}}}]`],
    ['a hash said twice', `[{"hash":"${hash}",${witness.slice(1)}]`],
    ['a hash said twice, once with an escape', `[{"h\\u0061sh":"${hash}",${witness.slice(1)}]`],
    ['merkleized said twice', `[${witness.slice(0, -1)},"merkleized":null}]`],
    ['merkleized that is no object', `[{"hash":"${hash}","merkleized":[]}]`],
    ['a merkleRoot said twice', `[${witness.slice(0, -2)},"merkleRoot":${quoted}}}]`],
    ['a merkleProof said twice', `[${witness.slice(0, -2)},"merkleProof":[]}}]`],
    ['no merkleRoot', `[{"hash":"${hash}","merkleized":{"merkleProof":[]}}]`],
    ['no merkleProof', `[{"hash":"${hash}","merkleized":{"merkleRoot":${quoted}}}]`],
    ['a merkleProof that is no array', `[${witness.replace('["', '{"').replace('"]', '"}')}]`],
    ['a hash that is null', '[{"hash":null}]'],
    ['a hash that is a number', '[{"hash":12}]'],
    ['a hash of 31 bytes', `[${witness.replace(hash, hash.slice(2))}]`],
    ['a hash of 33 bytes', `[${witness.replace(hash, `${hash}00`)}]`],
    ['a hash of 63 digits', `[${witness.replace(hash, hash.slice(1))}]`],
    ['a digit that is none', `[${witness.replace(hash, hash.replace('a', 'g'))}]`],
    ['a digit that is a colon', `[${witness.replace(hash, hash.replace('a', ':'))}]`],
    ['a digit that is an at sign', `[${witness.replace(hash, hash.replace('a', '@'))}]`],
    ['a digit that is wide', `[${witness.replace(hash, hash.replace('a', 'á'))}]`],
    ['a sibling that is a number', `[${sibling('1')}]`],
    ['a sibling too short', `[${sibling('"00"')}]`],
    ['a comma after the siblings', `[${sibling(`${quoted},`)}]`],
    ['no comma between siblings', `[${sibling(`${quoted}${quoted}`)}]`],
    ['a control character in a string', `[{"name":"a\u0001",${witness.slice(1)}]`],
    ['a line break in a string', `[{"name":"a\n",${witness.slice(1)}]`],
    ['an escape that is none', `[{"name":"\\x41",${witness.slice(1)}]`],
    ['an escape that is cut off', `[{"name":"\\u12g4",${witness.slice(1)}]`],
    ['a number with a leading zero', `[{"n":01,${witness.slice(1)}]`],
    ['a number with a plus', `[{"n":+1,${witness.slice(1)}]`],
    ['a number without digits', `[{"n":-,${witness.slice(1)}]`],
    ['a number that ends in a point', `[{"n":1.,${witness.slice(1)}]`],
    ['a number without an exponent', `[{"n":1e,${witness.slice(1)}]`],
    ['a word that is none', `[{"n":nul,${witness.slice(1)}]`],
    ['a word with more characters', `[{"n":truex,${witness.slice(1)}]`],
    ['single quotes', `[{'n':1,${witness.slice(1)}]`],
    ['a key without quotes', `[{n:1,${witness.slice(1)}]`],
    ['a key without a value', `[{"n",${witness.slice(1)}]`],
    ['brackets that do not match', `[{"n":[1},${witness.slice(1)}]`],
  ];
  it.each(unreadable)('refuses %s', (_, text) => {
    const run = () => read(text, kernel);
    expect(run).toThrow(ProofError);
    expect(run).toThrow(expect.objectContaining({ kind: 'unreadable' }));
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf]],
    ['an overlong form of four bytes', [0xf0, 0x8f, 0xbf, 0xbf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['a byte that UTF-8 never has', [0xff]],
    ['a sequence cut short', [0xe2, 0x82]],
  ])('refuses %s in a string', (_, bytes) => {
    const text = Buffer.concat([utf8('[{"name":"'), Buffer.from(bytes), utf8(`",${witness.slice(1)}]`)]);
    expect(() => readProofBatch(text, recipe, kernel)).toThrow(
      expect.objectContaining({ kind: 'unreadable' }),
    );
  });

  it('names the witness and the field', () => {
    expect(() => read(`[${witness},${witness.replace(`["${root}`, `["${root}","`)}]`, kernel)).toThrow(
      /^witness 1: merkleProof\[1\]: /,
    );
    expect(() => read(`[${witness},{}]`, kernel)).toThrow('witness 1: hash: a hash in every witness');
  });

  it('takes 64 siblings and refuses 65', () => {
    const items = (count: number) => Array.from({ length: count }, () => quoted).join(',');
    expect([...read(`[${sibling(items(64))}]`, kernel).batch.depths]).toEqual([64]);
    expect(() => read(`[${sibling(items(65))}]`, kernel)).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });

  it('takes values nested 40 deep and refuses 4,000', () => {
    const nested = (depth: number) => `[{"n":${'['.repeat(depth)}${']'.repeat(depth)},${witness.slice(1)}]`;
    expect(read(nested(40), kernel).batch.count).toBe(1);
    expect(() => read(nested(4000), kernel)).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });

  it('refuses more witnesses than the bound', () => {
    const one = `{"hash":"${hash}"}`;
    const list = (count: number) => Buffer.from(`[${`${one},`.repeat(count - 1)}${one}]`);
    expect(() => readProofBatch(list(batchBounds.proofs + 1), recipe, kernel)).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });

  it('refuses more text than the bound before reading it', () => {
    expect(() => readProofBatch(new Uint8Array(maxBatchText + 1), recipe, kernel)).toThrow(
      expect.objectContaining({ kind: 'too-large' }),
    );
  });
});

it('whatever a byte is changed to, both kernels read the same or refuse with the same words', () => {
  const outcome = (bytes: Uint8Array, kernel: Kernel): unknown => {
    try {
      return readProofBatch(bytes, recipe, kernel);
    } catch (error) {
      if (!(error instanceof ProofError)) throw error;
      return `${error.kind} ${error.message}`;
    }
  };
  const changes = fc.array(
    fc.tuple(fc.nat(), fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(...utf8('"\\{}[]:,0ex')))),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  let refused = 0;
  fc.assert(
    fc.property(answerText, changes, (text, list) => {
      const bytes = utf8(text);
      for (const [place, byte] of list) bytes[place % bytes.length] = byte;
      const plain = outcome(bytes, plainKernel);
      expect(outcome(bytes, simd)).toEqual(plain);
      if (typeof plain === 'string') {
        refused += 1;
        return;
      }
      // What was read is at least JSON.
      expect(() => {
        JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      }).not.toThrow();
    }),
    { numRuns: fuzzRuns },
  );
  expect(refused).toBeGreaterThan(fuzzRuns / 10);
});
