/** A case whose document and both signatures stand under one root, each with a path of its own. */
import type { Evidence } from '#proofs/evidence/evidence.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import * as material from '#proofs/testing/case-material.ts';
import { hex, leafAt, sortedTree } from '#proofs/testing/trees.ts';

const { documentWitness, evidence } = material;
const invites = evidence.invites ?? [];
const hashes = [documentWitness.hash, ...invites.map(({ witness }) => witness?.hash ?? '')];
const tree = sortedTree([...hashes, hex(leafAt(1))], 'ascii');

/** @param broken whose paths have one byte changed: the document's, or a signature's by its index */
export function oneTree(broken: readonly ('document' | number)[]): Evidence {
  const under = (witness: WitnessFacts, leaf: number, isBroken: boolean): WitnessFacts => {
    const [first = '', ...rest] = tree.proof(leaf);
    const merkleProof = [isBroken ? flipped(first) : first, ...rest];
    return {
      ...witness,
      merkleized: { createdAt: material.provenAt, merkleProof, merkleRoot: tree.root },
    };
  };
  return {
    ...evidence,
    witness: under(documentWitness, 0, broken.includes('document')),
    invites: invites.map((invite, at) => ({
      ...invite,
      ...(invite.witness && { witness: under(invite.witness, at + 1, broken.includes(at)) }),
    })),
  };
}

const flipped = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1);
