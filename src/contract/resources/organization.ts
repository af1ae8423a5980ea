import { z } from 'zod/mini';
import { DateTime, ObjectId } from '../schema/scalars.ts';
import { registerFacts } from '../schema/schema-facts.ts';

export const Quota = z.looseObject({
  id: z.nullish(ObjectId),
  API: z.nullish(z.boolean()),
  groupedNOM151: z.nullish(z.int()),
  nom151: z.nullish(z.int()),
});
export type Quota = z.infer<typeof Quota>;
registerFacts(Quota, { name: 'Quota', kind: 'part', required: ['API', 'groupedNOM151', 'nom151'] });

/** How a finalized request's witness is conserved (Rule OR-2). */
export const conservations = ['NOM151', 'MERKLEIZED', 'WITNESS_CO'] as const;
export type Conservation = (typeof conservations)[number];

export const Policies = z.looseObject({
  signatureRequest: z.nullish(z.looseObject({ conservation: z.nullish(z.string()) })),
});
export type Policies = z.infer<typeof Policies>;
registerFacts(Policies, { name: 'Policies', kind: 'part', required: ['signatureRequest'] });

export const OrganizationFields = z.looseObject({
  id: z.nullish(ObjectId),
  name: z.nullish(z.string()),
  logo: z.nullish(z.string()),
  emailAddress: z.nullish(z.string()),
  quota: z.nullish(Quota),
  policies: z.nullish(Policies),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});

/** Lets an organization send signing requests to a subject. */
export const OrganizationLinkFields = z.looseObject({
  id: z.nullish(ObjectId),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});

export const OrganizationMemberFields = z.looseObject({
  id: z.nullish(ObjectId),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});

export const ApiKeyFields = z.looseObject({
  id: z.nullish(ObjectId),
  enabled: z.nullish(z.boolean()),
  name: z.nullish(z.string()),
  /** Only in the answer that creates the key (Rule AK-1). */
  secret: z.nullish(z.string()),
  /** Scopes of the key (Rule AK-4). Only the embedded service reports them. */
  scopes: z.nullish(z.array(z.string())),
  /** To the minute. Only the embedded service tells it; null: never. */
  lastUsedAt: z.nullish(DateTime),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
