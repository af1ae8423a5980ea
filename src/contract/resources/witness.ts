import { z } from 'zod/mini';
import { DateTime, EvmAddress, HashAlgorithm, Hex, ObjectId, Sha256Hex } from '../schema/scalars.ts';
import { registerFacts } from '../schema/schema-facts.ts';

/** An individual NOM-151 certificate over the hash. Its bytes are not in the resource. */
export const Nom151 = z.looseObject({
  provider: z.nullish(z.string()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
export type Nom151 = z.infer<typeof Nom151>;
registerFacts(Nom151, { name: 'Nom151', kind: 'part', required: ['provider', 'createdAt', 'updatedAt'] });

/** Inclusion in a batch whose Merkle root is anchored on a chain. */
export const Merkleized = z.looseObject({
  txHash: z.nullish(z.string()),
  network: z.nullish(z.union([z.number(), z.string()])),
  merkleProof: z.nullish(z.array(z.string())),
  merkleRoot: z.nullish(z.string()),
  nom151Provider: z.nullish(z.string()),
  algorithm: z.nullish(z.string()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
export type Merkleized = z.infer<typeof Merkleized>;
registerFacts(Merkleized, { name: 'Merkleized', kind: 'part' });

/** Inclusion in an append-only tree of a third party (Merkle mountain range). */
export const WitnessExternal = z.looseObject({
  /** RFC 3339. */
  timestamp: z.nullish(z.string()),
  leafIndex: z.nullish(z.union([z.string(), z.number(), z.bigint()])),
  leftHashes: z.nullish(z.array(z.string())),
  rightHashes: z.nullish(z.array(z.string())),
  targetRootHash: z.nullish(z.string()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
export type WitnessExternal = z.infer<typeof WitnessExternal>;
registerFacts(WitnessExternal, { name: 'WitnessExternal', kind: 'part' });

/** What is needed to claim a document in the on-chain endorser contract. */
export const Claiming = z.looseObject({
  id: z.nullish(z.string()),
  authorizer: z.nullish(EvmAddress),
  signature: z.nullish(Hex),
  claimer: z.nullish(EvmAddress),
  network: z.nullish(z.union([z.number(), z.string()])),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
export type Claiming = z.infer<typeof Claiming>;
registerFacts(Claiming, {
  name: 'Claiming',
  kind: 'part',
  required: ['id', 'authorizer', 'signature', 'network'],
});

/** Proof that a hash existed at a time. */
export const WitnessFields = z.looseObject({
  id: z.nullish(ObjectId),
  hash: z.nullish(Sha256Hex),
  algorithm: z.nullish(HashAlgorithm),
  claiming: z.nullish(Claiming),
  claimed: z.nullish(z.boolean()),
  nom151: z.nullish(Nom151),
  merkleized: z.nullish(Merkleized),
  witnessExternal: z.nullish(WitnessExternal),
  /** Earliest date of any strategy, as the service says it. */
  timestampedAt: z.nullish(DateTime),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
