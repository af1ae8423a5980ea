import { z } from 'zod/mini';
import { currentTime } from '#clock/clock.ts';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';

// A draft is read field by field: what an older build did not write yet, and what cannot be read, has the value of a new
// draft, so that the rest of what was typed survives.

const Text = z.catch(z.string(), '');
const Maybe = z.catch(z.optional(z.string()), undefined);
/** Absent in what builds wrote before the field existed; what cannot be read is empty. */
const LaterText = z.catch(z.exactOptional(z.string()), '');
const Flag = z.catch(z.boolean(), false);

/** A list without the items that cannot be read. */
const listOf = <T>(item: z.ZodMiniType<T>) =>
  z.pipe(
    z.catch(z.array(z.catch(z.nullable(item), null)), []),
    z.transform((items) => items.filter((one) => one !== null)),
  );

/** The fields of an IOU as they are typed: text, so that nothing typed is lost. */
const IouFields = z.object({
  amount: Text,
  currency: z.catch(z.string().check(z.minLength(1)), 'MXN'),
  debtor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  creditor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  latitude: Text,
  longitude: Text,
  place: LaterText,
  /** `2026-11-20`, or empty. */
  signedOn: LaterText,
  dueOn: LaterText,
  /** Per cent a year, and per cent a month once it is due. */
  interest: LaterText,
  lateInterest: LaterText,
  text: Text,
  /** The text as it was last written from the fields: while it is unchanged, it follows them. */
  written: LaterText,
  /** Why it is sent though text and fields do not agree, and which disagreement was meant. */
  reason: z.catch(z.optional(z.object({ why: z.string(), about: z.string() })), undefined),
});
export type IouFields = ReadonlyDeep<z.infer<typeof IouFields>>;

/** Parts of a rejected request that could not be copied into the draft that corrects it. */
const NotCopied = z.enum([
  'document-missing',
  'document-unread',
  'document-damaged',
  'document-no-room',
  'signers',
  'iou',
]);
export type NotCopied = z.infer<typeof NotCopied>;

/** The rejected request that a draft corrects. */
const Corrects = z.object({
  id: z.string(),
  name: Text,
  /** RFC 3339; absent where the service does not say. */
  rejectedAt: Maybe,
  /** Names of those who rejected it, as far as they are known. */
  by: listOf(z.string()),
  /** Of its document, where that was copied as a file: computed here, lower-case hex. */
  sha256: Maybe,
  notCopied: listOf(NotCopied),
});
export type Corrects = ReadonlyDeep<z.infer<typeof Corrects>>;

/** A request that is being composed, stored at every change. */
const Draft = z.object({
  id: z.string(),
  scope: z.string(),
  /** Version of the shape of this record. Absent in records of builds that knew only one. */
  shape: z.catch(z.optional(z.number()), undefined),
  kind: z.catch(z.enum(['file', 'text', 'iou']), 'file'),
  name: Text,
  text: Text,
  iou: z.catch(z.optional(IouFields), undefined),
  /** The chosen file's facts; its bytes are in the `files` store. */
  file: z.catch(
    z.optional(z.object({ name: z.string(), type: Text, size: z.number(), md5: Maybe, sha256: Maybe })),
    undefined,
  ),
  /** Under which id its bytes are stored. Absent in the first shape: under the draft's own. */
  fileId: Maybe,
  signers: listOf(z.object({ id: z.string(), name: Text })),
  nom151: Flag,
  keepAsDraft: Flag,
  /** It was begun from a rejected request, to be sent in its place. */
  corrects: z.catch(z.optional(Corrects), undefined),
  /** RFC 3339 UTC. */
  updatedAt: Text,
});
export type Draft = ReadonlyDeep<z.infer<typeof Draft>>;

/** The shape that this build writes. */
export const draftShape = 2;

export function newDraft(scope: string): Draft {
  return {
    id: crypto.randomUUID(),
    scope,
    shape: draftShape,
    kind: 'file',
    name: '',
    text: '',
    iou: undefined,
    file: undefined,
    signers: [],
    nom151: false,
    keepAsDraft: false,
    updatedAt: currentTime().toISOString(),
  };
}

/** Written by a newer build: it is not understood, so it is left alone and said. */
export function isNewerDraft(record: object): boolean {
  return 'shape' in record && typeof record.shape === 'number' && record.shape > draftShape;
}

/**
 * A record as this build's draft.
 *
 * @returns undefined for a record without the fields that it is found by, and for one of a newer build
 */
export function readDraft(record: unknown): Draft | undefined {
  const { success, data } = Draft.safeParse(record);
  return success && !isNewerDraft(data) ? { ...data, shape: draftShape } : undefined;
}
