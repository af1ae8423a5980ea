import { z } from 'zod/mini';
import { DateTime, Decimal, Hex, ObjectId } from '../schema/scalars.ts';

/** The address part of an uploaded file's `key`. */
const Key = z.string().check(z.minLength(1), z.maxLength(2048));

export const RawContentInput = z.strictObject({ raw: Key });
export const PdfContentInput = z.strictObject({ pdf: Key });
export const JsonContentInput = z.strictObject({ json: Key });

/** Debt acknowledgment (pagaré). Ranges and currency decimals are Rule SR-8. */
export const IouContentInput = z.strictObject({
  latitude: Decimal,
  longitude: Decimal,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'expected a currency code such as MXN')),
  amount: Decimal,
  debtor: ObjectId,
  creditor: ObjectId,
  raw: Key,
});

/** The flat form; the service also takes one of the wrappers of a live deployment (Rule SR-6). */
export const ContentInput = z.union([RawContentInput, PdfContentInput, JsonContentInput, IouContentInput]);
export type ContentInput = z.infer<typeof ContentInput>;

export const WrappedContentInput = z.union([
  z.strictObject({ RawContent: RawContentInput }),
  z.strictObject({ PDFContent: PdfContentInput }),
  z.strictObject({ JSONContent: JsonContentInput }),
  z.strictObject({ IOUContent: IouContentInput }),
]);

/** Content in an answer: no discriminator; which kind it is, is read by Rule SR-7. */
export const ContentFields = z.looseObject({
  id: z.nullish(z.string()),
  raw: z.nullish(z.string()),
  pdf: z.nullish(z.string()),
  json: z.nullish(z.string()),
  latitude: z.nullish(Decimal),
  longitude: z.nullish(Decimal),
  currency: z.nullish(z.string()),
  amount: z.nullish(Decimal),
});

/** `signed`, `pending`, `rejected`: numbers from our service, arrays or flags elsewhere (Rule SR-5). */
const Tally = z.union([z.number(), z.boolean(), z.array(z.unknown())]);

export const SignatureRequestFields = z.looseObject({
  id: z.nullish(ObjectId),
  draft: z.nullish(z.boolean()),
  finalized: z.nullish(z.boolean()),
  name: z.nullish(z.string()),
  nom151: z.nullish(z.boolean()),
  /** A secret: whoever holds it may read the request without a key (Rule SR-9). */
  anonymousKey: z.nullish(z.string()),
  signed: z.nullish(Tally),
  pending: z.nullish(Tally),
  rejected: z.nullish(Tally),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
  rejectedAt: z.nullish(DateTime),
});

export const SignatureRequestInviteFields = z.looseObject({
  id: z.nullish(ObjectId),
  /** Known values are `inviteStatuses`; others are stored and shown as text (Rule WI-15). */
  status: z.nullish(z.string()),
  /** Over the document's bytes, by the certificate's key. */
  signature: z.nullish(Hex),
  /** DER of the answer about the certificate. */
  ocspResponse: z.nullish(Hex),
  createdAt: z.nullish(DateTime),
  updatedAt: z.nullish(DateTime),
  rejectedAt: z.nullish(DateTime),
  signedAt: z.nullish(DateTime),
});
