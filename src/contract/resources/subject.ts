import { z } from 'zod/mini';
import { DateTime, EvmAddress, Hex, ObjectId } from '../schema/scalars.ts';
import { registerFacts } from '../schema/schema-facts.ts';

// Every field may be absent: nested resources arrive whole, partial, as `{id}`, as `{}` or as null
// (Rule WI-14). Their facts name the fields that a top-level answer always carries.

/** A person or legal entity identified by a certificate. `serialNumber` is the CURP. */
export const SubjectFields = z.looseObject({
  id: z.nullish(ObjectId),
  commonName: z.nullish(z.string()),
  serialNumber: z.nullish(z.string()),
  RFC: z.nullish(z.string()),
  EVMAddress: z.nullish(EvmAddress),
  country: z.nullish(z.string()),
  emailAddress: z.nullish(z.string()),
  /** A secret: never shown, stored, logged or exported (Rule SB-4). */
  pushNotificationToken: z.nullish(z.string()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});

/** RSA numbers as hexadecimal text; a live service sometimes swaps the two (Rule CE-3). */
export const PublicKey = z.looseObject({ exponent: z.nullish(z.string()), modulus: z.nullish(z.string()) });
registerFacts(PublicKey, { name: 'PublicKey', kind: 'part', required: ['exponent', 'modulus'] });

export const CertificateFields = z.looseObject({
  id: z.nullish(ObjectId),
  /** Hexadecimal; of 20 ASCII digits for certificates of the Mexican tax authority. */
  serialNumber: z.nullish(Hex),
  notBefore: z.nullish(DateTime),
  notAfter: z.nullish(DateTime),
  publicKey: z.nullish(PublicKey),
  version: z.nullish(z.number()),
  /** SHA-256 of the DER. */
  hash: z.nullish(Hex),
  /** PEM text, or an address where it can be had. */
  certificatePem: z.nullish(z.string()),
  revoked: z.nullish(z.boolean()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});

export const IssuerFields = z.looseObject({
  id: z.nullish(ObjectId),
  hash: z.nullish(Hex),
  commonName: z.nullish(z.string()),
  publicKey: z.nullish(PublicKey),
  certificatePem: z.nullish(z.string()),
  RFC: z.nullish(z.string()),
  organization: z.nullish(z.string()),
  organizationalUnitName: z.nullish(z.string()),
  emailAddress: z.nullish(z.string()),
  streetAddress: z.nullish(z.string()),
  postalCode: z.nullish(z.number()),
  country: z.nullish(z.string()),
  stateOrProvinceName: z.nullish(z.string()),
  localityName: z.nullish(z.string()),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
});
