import { rootOfProof } from '../../authorities/trees/merkle-tree.ts';
import { sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';

// A witness has its place in the tree of its batch. What builds before wrote, and the test cases with a wrong proof, have
// the proof itself instead.

/**
 * What a proof is made of: of a witness `w` joined with its batch `b`. The tree is put together before its parts are taken:
 * from where it is stored, the server reads a thousand leaves faster at once than ten nodes one by one.
 */
export const proofColumns: Sql = sql`w.hash, w.merkle_proof, b.merkle_root,
  encode(merkle_path(b.tree || ''::bytea, b.size, w.merkle_leaf_index), 'hex') as merkle_path`;

export interface ProofRow {
  readonly hash: string;
  /** Null: made of the tree. */
  readonly merkle_proof: readonly string[] | null;
  readonly merkle_root: string | null;
  /** The siblings from the leaf up, 64 hex digits each; null: the proof is stored. */
  readonly merkle_path: string | null;
}

/** The proof as it follows from what is stored, whether it holds or not; null: there is none. */
export const proofOf = ({ merkle_path: path, merkle_proof: stored }: ProofRow): readonly string[] | null =>
  path === null ? stored : (path.match(/.{64}/g) ?? []);

export function proofHolds(row: ProofRow): boolean {
  const proof = proofOf(row);
  return proof !== null && rootOfProof(row.hash, proof) === row.merkle_root;
}

/** The proof as it is answered: one made of a tree that was changed is none. A stored one is answered as it is. */
export const answeredProof = (row: ProofRow): readonly string[] | null =>
  row.merkle_path === null || proofHolds(row) ? proofOf(row) : null;
