import { z } from 'zod/mini';
import { addresses } from '#contract/operations/addresses.ts';
import { isRecord } from '#contract/schema/is-record.ts';
import type { OperationName } from '#contract/operations/operations.ts';
import type { ReadonlyDeep } from '#contract/schema/readonly-deep.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';

/** A bulk that is being prepared, stored at every change. Its `data` is the preparing page's own matter. */
export const BulkDraft = z.object({
  id: z.string(),
  scope: z.string(),
  /** When it was changed last, RFC 3339 UTC. */
  updatedAt: z.string(),
  /** Of the shape of `data`: a page leaves alone what a newer build wrote. */
  version: z.number(),
  /** Ids of its documents in the `files` store: their bytes stay as long as it does. */
  files: z.array(z.string()),
  data: z.unknown(),
});
export type BulkDraft = ReadonlyDeep<z.infer<typeof BulkDraft>>;

/** A request as this browser last saw it when it made or changed it. Has no anonymous key. */
export const KnownRequest = z.object({
  /** `scope` and request id. */
  key: z.string(),
  scope: z.string(),
  request: z.custom<SignatureRequest>((value: unknown) => isRecord(value)),
  updatedAt: z.string(),
});
export type KnownRequest = Readonly<z.infer<typeof KnownRequest>>;

/** A stored file: its facts, and where its bytes are. Several records may name the same bytes, which go with the last. */
export const StoredFile = z.object({
  id: z.string(),
  scope: z.string(),
  name: z.string(),
  type: z.string(),
  /** In bytes. Absent in what builds of before the private file system wrote. */
  size: z.exactOptional(z.number()),
  /** Name of the bytes in the origin's private file system. */
  bytes: z.exactOptional(z.string()),
  /** The bytes themselves, where there is no such file system (private windows, old browsers) or there was none. */
  file: z.exactOptional(z.custom<Blob>((value: unknown) => isRecord(value))),
  /** RFC 3339 UTC. Absent as `size`. */
  keptAt: z.exactOptional(z.string()),
});
export type StoredFile = Readonly<z.infer<typeof StoredFile>>;

/** One change that was requested of a service from here. It has ids, and nothing of what was written. */
export const WriteRecord = z.object({
  id: z.string(),
  scope: z.string(),
  /** RFC 3339 UTC, when it was requested. */
  at: z.string(),
  operation: z.custom<OperationName>((value) => typeof value === 'string' && Object.hasOwn(addresses, value)),
  /** Id of what was changed or made, where the request or the answer names it. */
  object: z.optional(z.string()),
  /** Status of the answer; null: none came, so it may have happened. */
  status: z.nullable(z.number()),
});
export type WriteRecord = Readonly<z.infer<typeof WriteRecord>>;

const NamedRequest = z.object({ id: z.string(), name: z.string() });
export type NamedRequest = Readonly<z.infer<typeof NamedRequest>>;

/** A rejected request and the one that was sent in its place. */
export const Correction = z.object({
  /** `scope` and the id of the replacement: it corrects one request. */
  key: z.string(),
  scope: z.string(),
  rejected: NamedRequest,
  replacement: NamedRequest,
  /** It was sent to its signers; false: it was left as a draft on the service. */
  sent: z.boolean(),
  /** RFC 3339 UTC. */
  at: z.string(),
});
export type Correction = ReadonlyDeep<z.infer<typeof Correction>>;

/** The last reminder that a person made for a signer from here. Nothing says that it arrived. */
export const Reminder = z.object({
  /** `scope`, id of the request, id of the signer. */
  key: z.string(),
  scope: z.string(),
  request: z.string(),
  /** Id of the subject, or of the invite where the service does not name one. */
  person: z.string(),
  means: z.enum(['copied', 'mail', 'shared']),
  /** RFC 3339 UTC. */
  at: z.string(),
});
export type Reminder = Readonly<z.infer<typeof Reminder>>;
export type ReminderMeans = Reminder['means'];

/** A person who was chosen as a signer without a link to the organization, so that they could not be invited. */
export const UnlinkedSigner = z.object({
  /** `scope`, id of the request, id of the subject. */
  key: z.string(),
  scope: z.string(),
  request: z.string(),
  /** Id of the subject. */
  person: z.string(),
  name: z.string(),
  /** RFC 3339 UTC. */
  at: z.string(),
});
export type UnlinkedSigner = Readonly<z.infer<typeof UnlinkedSigner>>;

/** A view of the list of requests under a name. Its address contains filters and searched text, no key. */
export const SavedView = z.object({
  id: z.string(),
  scope: z.string(),
  name: z.string(),
  /** What stands after `?` in the address of the list. */
  address: z.string(),
  /** RFC 3339 UTC: the list of views is in this order. */
  createdAt: z.string(),
});
export type SavedView = Readonly<z.infer<typeof SavedView>>;
