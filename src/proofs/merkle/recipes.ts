/**
 * The known recipes, in the order in which they are tried, and what matching a proof against them gives.
 * A recipe is named and versioned: a report says which one reached the root, and the same name means the same
 * computation for ever.
 */
import { equalBytes } from '../encoding/bytes.ts';
import type { Step } from '../check.ts';
import type { Folding, InclusionProof } from './inclusion-proof.ts';
import { foldRfc6962, leafHash } from './rfc6962.ts';
import { foldAsciiHexSorted, foldBytesSorted, foldKeccakSimple, foldKeccakStandard } from './sorted-pairs.ts';

export const recipeIds = [
  'ascii-hex-sorted/1',
  'bytes-sorted/1',
  'openzeppelin-keccak/1',
  'rfc6962/1',
] as const;

export type RecipeId = (typeof recipeIds)[number];

/** A recipe may have several forms of leaf; undefined: the proof has not what the recipe needs. */
type Fold = (proof: InclusionProof) => Folding | undefined;

const formsByRecipe: Readonly<Record<RecipeId, Readonly<Record<string, Fold>>>> = {
  'ascii-hex-sorted/1': { hex: foldAsciiHexSorted },
  'bytes-sorted/1': { bytes: foldBytesSorted },
  'openzeppelin-keccak/1': { simple: foldKeccakSimple, standard: foldKeccakStandard },
  'rfc6962/1': {
    'leaf-hash': (proof) => (proof.documentLeaf === undefined ? foldRfc6962(proof) : undefined),
    document: (proof) =>
      proof.documentLeaf == null ? undefined : foldRfc6962({ ...proof, hash: proof.documentLeaf }),
    data: (proof) => foldRfc6962({ ...proof, hash: leafHash(proof.hash) }),
  },
};

interface Match {
  readonly recipe: RecipeId;
  /** Which form of leaf: `simple`, `standard`, `leaf-hash`, `document`, `data` … */
  readonly form: string;
  /** The root that came out. */
  readonly root: Uint8Array;
  readonly steps: readonly Step[];
}

interface Attempt {
  readonly recipe: RecipeId;
  readonly form: string;
  /** The root that came out; absent where the proof has not what the recipe needs. */
  readonly root?: Uint8Array;
  readonly steps: readonly Step[];
}

/** The first form of the first recipe that reaches the root, or all that was tried. */
export type MatchResult =
  | { readonly matched: true; readonly match: Match }
  | { readonly matched: false; readonly attempts: readonly Attempt[] };

/** @param recipes the recipes to try, in order: all known ones, or the pinned one alone */
export function matchRecipe(proof: InclusionProof, recipes: readonly RecipeId[] = recipeIds): MatchResult {
  const attempts: Attempt[] = [];
  for (const recipe of recipes) {
    for (const [form, fold] of Object.entries(formsByRecipe[recipe])) {
      const folding = fold(proof);
      if (folding === undefined) {
        attempts.push({ recipe, form, steps: [] });
      } else if (equalBytes(folding.root, proof.root)) {
        return { matched: true, match: { recipe, form, ...folding } };
      } else {
        attempts.push({ recipe, form, ...folding });
      }
    }
  }
  return { matched: false, attempts };
}

export function isRecipeId(text: string): text is RecipeId {
  return (recipeIds as readonly string[]).includes(text); // widened: includes() asks for the union itself
}
