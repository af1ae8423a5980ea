/** `verify vectors DIR SET`: runs a set of known answers that lies in DIR/SET (or is DIR itself). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { runBySet } from '#proofs/known-answers/sets.ts';
import type { VectorResult } from '#proofs/known-answers/vector-set.ts';
import { UsageError, type VectorArguments } from './arguments.ts';
import { runForged, type RunCommand } from './forged.ts';

/** Checked by the command as a whole; every other set answers to the rules of one proof. */
const forgedSet = 'forged';

export interface VectorSummary {
  readonly set: string;
  readonly cases: number;
  readonly agreements: number;
  readonly falseAccepts: readonly VectorResult[];
  readonly falseRejects: readonly VectorResult[];
  /** Valid cases of the closed list (`undecidedCases`: DSA), by name. */
  readonly unsupported: readonly VectorResult[];
  readonly exit: 0 | 1;
}

/** @throws UsageError when there is no such set or folder */
export async function runVectors(
  { folder, set }: Pick<VectorArguments, 'folder' | 'set'>,
  runCommand: RunCommand,
): Promise<VectorSummary> {
  const results = await resultsOf(folder, set, runCommand);
  const of = (outcome: VectorResult['outcome']) => results.filter((result) => result.outcome === outcome);
  const [falseAccepts, falseRejects] = [of('false-accept'), of('false-reject')];
  // A set without a single case answers nothing, so it does not pass.
  const good = results.length > 0 && falseAccepts.length === 0 && falseRejects.length === 0;
  return {
    set,
    cases: results.length,
    agreements: of('agree').length,
    falseAccepts,
    falseRejects,
    unsupported: of('unsupported'),
    exit: good ? 0 : 1,
  };
}

async function resultsOf(folder: string, set: string, runCommand: RunCommand): Promise<VectorResult[]> {
  if (set === forgedSet) return await runForged(folderOf(folder, set), runCommand);
  const run = Object.hasOwn(runBySet, set) ? runBySet[set] : undefined;
  if (run === undefined) {
    const known = [...Object.keys(runBySet), forgedSet].join(', ');
    throw new UsageError(`There is no set ${set}; known are ${known}.`);
  }
  return run(readFolder(folderOf(folder, set)));
}

export function vectorWords(summary: VectorSummary): string {
  const named = (title: string, results: readonly VectorResult[]) => [
    `  ${title}: ${results.length}`,
    ...results.map(
      ({ name, got, reason }) =>
        `    ${name}: ${got}${reason === undefined ? '' : ` ${reason.code} ${JSON.stringify(reason.detail ?? {})}`}`,
    ),
  ];
  return [
    `${summary.set}: ${summary.cases} cases`,
    `  agreements: ${summary.agreements}`,
    ...named('false accepts', summary.falseAccepts),
    ...named('false rejects', summary.falseRejects),
    ...named('unsupported', summary.unsupported),
    '',
  ].join('\n');
}

function folderOf(folder: string, set: string): string {
  const inside = join(folder, set);
  if (isFolder(inside)) return inside;
  if (isFolder(folder) && basename(resolve(folder)) === set) return folder;
  throw new UsageError(`${inside} is no folder.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function readFolder(root: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile())
        files.set(relative(root, path).replaceAll('\\', '/'), new Uint8Array(readFileSync(path)));
    }
  };
  visit(root);
  return files;
}
