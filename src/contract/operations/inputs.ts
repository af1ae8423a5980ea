import { z } from 'zod/mini';
import { keyScopes } from './key-scopes.ts';
import { conservations } from '../resources/organization.ts';
import { HashAlgorithm, ObjectId, Sha256Hex } from '../schema/scalars.ts';
import { ContentInput, WrappedContentInput } from '../resources/signature-request.ts';

// Schemas of `{ input: … }` for each operation that changes something. Forms validate with them too.

/** Document names: 1 to 256 characters, not only spaces. */
export const Name = z
  .string()
  .check(z.minLength(1), z.maxLength(256), z.regex(/\S/, 'expected more than spaces'));

export const CreateSignatureRequestInput = z.strictObject({
  draft: z.optional(z.boolean()),
  name: Name,
  content: z.union([ContentInput, WrappedContentInput]),
  organization: ObjectId,
  nom151: z.optional(z.boolean()),
});
export type CreateSignatureRequestInput = z.infer<typeof CreateSignatureRequestInput>;

export const UpdateSignatureRequestInput = z.strictObject({
  id: z.optional(ObjectId),
  name: z.optional(Name),
  anonymousKey: z.optional(z.string().check(z.minLength(16), z.maxLength(128))),
  draft: z.optional(z.boolean()),
});
export type UpdateSignatureRequestInput = z.infer<typeof UpdateSignatureRequestInput>;

export const CreateInviteInput = z.strictObject({
  signatureRequest: ObjectId,
  subject: ObjectId,
  anonymousKey: z.optional(z.string().check(z.maxLength(128))),
});
export type CreateInviteInput = z.infer<typeof CreateInviteInput>;

/** Input from a signer's own program: a certificate and a signature over the document's bytes (Rule SI-1). */
export const SignInviteInput = z.strictObject({
  /** PEM, or the DER in hexadecimal. */
  certificate: z.string().check(z.minLength(1), z.maxLength(131_072)),
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  signature: z
    .string()
    .check(z.maxLength(4096), z.regex(/^(0x)?([0-9a-f]{2})+$/i, 'expected hexadecimal text')),
});

export const CreateMemberInput = z.strictObject({ subject: ObjectId, organization: ObjectId });
export const CreateLinkInput = z.strictObject({
  organization: ObjectId,
  subject: z.optional(ObjectId),
});
export const CreateWitnessInput = z.strictObject({
  hash: Sha256Hex,
  algorithm: HashAlgorithm,
  organization: ObjectId,
});
export const UpdateWitnessInput = z.strictObject({ id: ObjectId, initialOwner: ObjectId });
export const UpdateOrganizationInput = z.strictObject({
  id: ObjectId,
  emailAddress: z.optional(
    z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')),
  ),
  name: z.optional(Name),
  logo: z.optional(z.string().check(z.maxLength(2048))),
  policies: z.optional(
    z.strictObject({
      signatureRequest: z.optional(z.strictObject({ conservation: z.optional(z.enum(conservations)) })),
    }),
  ),
});
export const Scopes = z.array(z.enum(keyScopes)).check(
  z.minLength(1),
  z.maxLength(keyScopes.length),
  z.refine((scopes) => new Set(scopes).size === scopes.length, 'expected each scope once'),
);
export const CreateApiKeyInput = z.strictObject({
  name: Name,
  organization: ObjectId,
  scopes: z.optional(Scopes),
});
export const UpdateApiKeyInput = z.strictObject({
  id: ObjectId,
  enabled: z.optional(z.boolean()),
  name: z.optional(Name),
  scopes: z.optional(Scopes),
});
