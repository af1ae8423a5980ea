/**
 * The set `forged`: evidence that was made to deceive, beside controls that are sound. Its manifest says with which
 * arguments each case is checked and which exits are acceptable; every case runs as a caller would run it.
 */
import { join } from 'node:path';
import { list, place, required, text, texts } from '#proofs/encoding/fields.ts';
import { readJson } from '#proofs/encoding/json.ts';
import type { VectorResult } from '#proofs/known-answers/vector-set.ts';
import { readBytes } from './context.ts';
import type { Exit } from './verify-files.ts';

const maxCases = 10_000;

/** What running the command with these words ends with. */
export type RunCommand = (words: readonly string[]) => Promise<Exit>;

/** @throws ProofError when the manifest cannot be read */
export async function runForged(folder: string, run: RunCommand): Promise<VectorResult[]> {
  const source = Buffer.from(readBytes(join(folder, 'manifest.json'))).toString('utf8');
  const manifest = place(readJson(source, 'manifest.json'), 'manifest');
  const common = ['--at', required(text(manifest, 'at'), 'manifest.at')];
  const folders = [
    ...['--anchors', join(folder, required(text(manifest, 'anchors'), 'manifest.anchors'))],
    ...['--stamp-anchors', join(folder, required(text(manifest, 'stampAnchors'), 'manifest.stampAnchors'))],
  ];
  const results: VectorResult[] = [];
  for (const [index, item] of required(list(manifest, 'cases', maxCases), 'manifest.cases').entries()) {
    const at = place(item, `cases[${index}]`);
    const words = required(texts(at, 'args', 100), `${at.name}.args`);
    // What follows --document is a file of the set; the other options name none.
    const args = words.map((word, place) => (words[place - 1] === '--document' ? join(folder, word) : word));
    const files = required(texts(at, 'files', 100), `${at.name}.files`).map((name) => join(folder, name));
    const accepted = required(list(at, 'exit', 4), `${at.name}.exit`).map(Number);
    const pinned = at.object.anchors === true ? folders : [];
    const exit = await run([...files, ...args, ...common, ...pinned]);
    results.push(resultOf(required(text(at, 'name'), `${at.name}.name`), exit, accepted));
  }
  return results;
}

function resultOf(name: string, exit: Exit, accepted: readonly number[]): VectorResult {
  const expected = accepted.includes(0) ? 'valid' : 'invalid';
  const wrong = exit === 0 ? 'false-accept' : 'false-reject';
  return { name, expected, got: `exit ${exit}`, outcome: accepted.includes(exit) ? 'agree' : wrong };
}
