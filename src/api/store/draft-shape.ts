import { currentTime } from '#clock/clock.ts';

/** The fields of an IOU as they are typed: text, so that nothing typed is lost. */
export interface IouFields {
  readonly amount: string;
  readonly currency: string;
  readonly debtor: string | undefined;
  readonly creditor: string | undefined;
  readonly latitude: string;
  readonly longitude: string;
  /** Absent in drafts of before they were asked for. */
  readonly place?: string;
  /** `2026-11-20`, or empty. */
  readonly signedOn?: string;
  readonly dueOn?: string;
  /** Per cent a year, and per cent a month once it is due. */
  readonly interest?: string;
  readonly lateInterest?: string;
  readonly text: string;
  /** The text as it was last written from the fields: while it stands unchanged, it follows them. */
  readonly written?: string;
  /** Why it is sent though text and fields do not agree, and which disagreement was meant. */
  readonly reason?: { readonly why: string; readonly about: string } | undefined;
}

/** What of a rejected request could not be taken over into the draft that corrects it. */
export const notCopied = [
  'document-missing',
  'document-unread',
  'document-damaged',
  'document-no-room',
  'signers',
  'iou',
] as const;
export type NotCopied = (typeof notCopied)[number];

/** The rejected request that a draft corrects. */
export interface Corrects {
  readonly id: string;
  readonly name: string;
  /** RFC 3339; absent where the service does not say. */
  readonly rejectedAt?: string;
  /** Names of those who rejected it, as far as they are known. */
  readonly by: readonly string[];
  readonly notCopied: readonly NotCopied[];
}

/** A request that is being composed, kept at every change. */
export interface Draft {
  readonly id: string;
  readonly scope: string;
  /** Of which shape this record is. Absent in what builds wrote before there was a second one. */
  readonly shape?: number;
  readonly kind: 'file' | 'text' | 'iou';
  readonly name: string;
  readonly text: string;
  readonly iou: IouFields | undefined;
  /** The chosen file's facts; its bytes are in the `files` store. */
  readonly file: { name: string; type: string; size: number; md5?: string; sha256?: string } | undefined;
  /** Under which id its bytes are kept. Absent in the first shape: under the draft's own. */
  readonly fileId?: string;
  readonly signers: readonly { id: string; name: string }[];
  readonly nom151: boolean;
  readonly keepAsDraft: boolean;
  /** It was begun from a rejected request, to be sent in its place. */
  readonly corrects?: Corrects;
  /** RFC 3339 UTC. */
  readonly updatedAt: string;
}

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
 * A record as this build's draft: what an older one did not have yet, and what cannot be read, has the value of a new
 * draft.
 *
 * @returns undefined for a record without the fields that it is found by, and for one of a newer build
 */
export function readDraft(record: unknown): Draft | undefined {
  if (typeof record !== 'object' || record === null || isNewerDraft(record)) return undefined;
  // Which fields there are is what is being found out.
  const {
    id,
    scope,
    kind,
    name,
    text,
    iou,
    file,
    fileId,
    signers,
    nom151,
    keepAsDraft,
    corrects,
    updatedAt,
  } = record as Readonly<Partial<Record<keyof Draft, unknown>>>;
  if (typeof id !== 'string' || typeof scope !== 'string') return undefined;
  const corrected = readCorrects(corrects);
  return {
    id,
    scope,
    shape: draftShape,
    kind: kind === 'text' || kind === 'iou' ? kind : 'file',
    name: textOf(name),
    text: textOf(text),
    iou: readIou(iou),
    file: readFacts(file),
    ...(typeof fileId === 'string' ? { fileId } : {}),
    signers: Array.isArray(signers) ? signers.flatMap(readSigner) : [],
    nom151: nom151 === true,
    keepAsDraft: keepAsDraft === true,
    ...(corrected ? { corrects: corrected } : {}),
    updatedAt: textOf(updatedAt),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function readFacts(value: unknown): Draft['file'] {
  const { name, type, size, md5, sha256 } = fieldsOf(value);
  if (typeof name !== 'string' || typeof size !== 'number') return undefined;
  return {
    name,
    type: textOf(type),
    size,
    ...(typeof md5 === 'string' ? { md5 } : {}),
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
  };
}

function readSigner(value: unknown): { id: string; name: string }[] {
  const { id, name } = fieldsOf(value);
  return typeof id === 'string' ? [{ id, name: textOf(name) }] : [];
}

function readCorrects(value: unknown): Corrects | undefined {
  const { id, name, rejectedAt, by, notCopied: left } = fieldsOf(value);
  if (typeof id !== 'string') return undefined;
  const among = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);
  return {
    id,
    name: textOf(name),
    ...(typeof rejectedAt === 'string' ? { rejectedAt } : {}),
    by: among(by).filter((one) => typeof one === 'string'),
    notCopied: notCopied.filter((reason) => among(left).includes(reason)),
  };
}

const later = ['place', 'signedOn', 'dueOn', 'interest', 'lateInterest', 'written'] as const;

function readIou(value: unknown): IouFields | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = fieldsOf(value);
  const { why, about } = fieldsOf(fields.reason);
  return {
    amount: textOf(fields.amount),
    currency: textOf(fields.currency) || 'MXN',
    debtor: textOf(fields.debtor) || undefined,
    creditor: textOf(fields.creditor) || undefined,
    latitude: textOf(fields.latitude),
    longitude: textOf(fields.longitude),
    ...Object.fromEntries(
      later.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
    ),
    text: textOf(fields.text),
    ...(typeof why === 'string' && typeof about === 'string' ? { reason: { why, about } } : {}),
  };
}
