/**
 * The steps of a proof as shell lines that anybody can run: the commands compute with the tools of the system what
 * was computed here. What stands in a line is hex by construction, since it comes from evidence and a line is run.
 */
import type { Check } from '#proofs/check.ts';
import { ProofError, unreadable } from '#proofs/errors.ts';
import type { mountainRangeRecipe } from '#proofs/merkle/mountain-range.ts';
import type { RecipeId } from '#proofs/merkle/recipes.ts';
import { readLadder, type Ladder } from '../ladder/ladder.ts';

/** What has to be installed. OpenSSL knows Keccak from version 3.2 on. */
export type ShellTool = 'sha256sum' | 'xxd' | 'openssl' | 'openssl-3.2';

export interface ShellLine {
  /** One command line; what it takes from evidence is hex or base64 in single quotes. */
  readonly command: string;
  /** What it prints when all is as was computed here: a value, or a part of the line. */
  readonly expected?: string;
  /** What the line is about, for the catalogues. */
  readonly about:
    | 'leaf'
    | 'join'
    | 'folder'
    | 'file'
    | 'key'
    | 'digest'
    | 'verify-signature'
    | 'verify-ocsp'
    | 'show-ocsp'
    | 'verify-stamp'
    | 'show-stamp';
  /** Which join it is, from 1. */
  readonly step?: number;
}

export interface ShellBlock {
  readonly id: 'merkle' | 'range' | 'signature' | 'ocsp' | 'stamp';
  readonly needs: readonly ShellTool[];
  readonly lines: readonly ShellLine[];
}

type PathRecipe = RecipeId | typeof mountainRangeRecipe;

// The name alone: what computes by it is not needed to write a line.
const range: typeof mountainRangeRecipe = 'mountain-range-keccak/1';

/** How a recipe hashes what `printf` writes. */
interface Plumbing {
  readonly needs: readonly ShellTool[];
  /** Undefined: the leaf is taken as it is. */
  readonly leaf: ((hash: string) => string) | undefined;
  readonly join: (left: string, right: string) => string;
}

const bytes = 'xxd -r -p';
const keccak = 'openssl dgst -keccak-256';

const plumbing: Readonly<Record<PathRecipe, Plumbing>> = {
  'ascii-hex-sorted/1': {
    needs: ['sha256sum'],
    leaf: (hash) => `printf '%s' ${hash} | sha256sum`,
    join: (left, right) => `printf '%s%s' ${left} ${right} | sha256sum`,
  },
  'bytes-sorted/1': {
    needs: ['xxd', 'sha256sum'],
    leaf: (hash) => `printf '%s' ${hash} | ${bytes} | sha256sum`,
    join: (left, right) => `printf '%s%s' ${left} ${right} | ${bytes} | sha256sum`,
  },
  'openzeppelin-keccak/1': {
    needs: ['xxd', 'openssl-3.2'],
    leaf: (hash) => `printf '%s' ${hash} | ${bytes} | ${keccak} -binary | ${keccak}`,
    join: (left, right) => `printf '%s%s' ${left} ${right} | ${bytes} | ${keccak}`,
  },
  'rfc6962/1': {
    needs: ['xxd', 'sha256sum'],
    leaf: undefined,
    join: (left, right) => `printf '01%s%s' ${left} ${right} | ${bytes} | sha256sum`,
  },
  [range]: {
    needs: ['xxd', 'openssl-3.2'],
    leaf: undefined,
    join: (left, right) => `printf '%s%s' ${left} ${right} | ${bytes} | ${keccak}`,
  },
};

/** The whole path of `merkleized.root` or `external.root`; undefined where the check recorded none. */
export function pathLines(check: Check): ShellBlock | undefined {
  const ladder = readLadder(check);
  const recipe = recipeOf(ladder?.recipe);
  if (ladder === undefined || recipe === undefined) return undefined;
  return made(() => ({
    id: recipe === range ? 'range' : 'merkle',
    needs: plumbing[recipe].needs,
    lines: linesOf(ladder, recipe),
  }));
}

/** The line of one step of a path: 0 is the leaf. */
export function stepLine(ladder: Ladder, step: number): ShellLine | undefined {
  const recipe = recipeOf(ladder.recipe);
  if (recipe === undefined) return undefined;
  return made(() => linesOf(ladder, recipe).find((line) => (line.step ?? 0) === step));
}

function linesOf(ladder: Ladder, recipe: PathRecipe): ShellLine[] {
  const { leaf, join } = plumbing[recipe];
  const [first] = ladder.rungs;
  const lines: ShellLine[] = [];
  // A leaf that is the hash itself was made by no command.
  if (leaf !== undefined && ladder.hash !== undefined && first !== undefined && ladder.hash !== first.value) {
    lines.push({ command: leaf(quotedHex(ladder.hash)), expected: hexOnly(first.value), about: 'leaf' });
  }
  for (const rung of ladder.rungs) {
    if (rung.join === undefined || rung.step === undefined) continue;
    const { left, right, result } = rung.join;
    lines.push({
      command: join(quotedHex(left), quotedHex(right)),
      expected: hexOnly(result),
      about: 'join',
      step: rung.step,
    });
  }
  return lines;
}

function recipeOf(text: string | undefined): PathRecipe | undefined {
  return Object.keys(plumbing).find((recipe): recipe is PathRecipe => recipe === text);
}

/** Nothing but lower-case hex gets into a line: a quote, a newline or a `$` is no hex. */
export function quotedHex(text: string): string {
  return `'${hexOnly(text)}'`;
}

export function hexOnly(text: string): string {
  if (!/^(?:[0-9a-f]{2})+$/.test(text)) throw unreadable('value', 'lower-case hex');
  return text;
}

/** A block whose values can be read; no line is better than one with something else inside. */
export function made<Made>(build: () => Made): Made | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
