import { sql } from '../../storage/database/sql.ts';
import { currencyDecimals, isCurrencyInUse } from '#contract/money/currencies.ts';
import type { CreateSignatureRequestInput } from '#contract/operations/inputs.ts';
import type { ContentKind } from '#contract/resources/kinds.ts';
import type { ContentInput } from '#contract/resources/signature-request.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { readableSubjects } from '../access/access.ts';
import type { Caller } from '../access/caller.ts';
import { ServiceError } from '../../service-error.ts';
import { JsonText } from './json-text.ts';
import type { Service } from '../ports.ts';
import { completeDirectUpload } from './direct-uploads.ts';
import { readHead, readPieces } from './stored.ts';
import type { StoredContent } from './stored.ts';

/** The content of a request, of one kind, in the flat form (Rule SR-6). */
export interface RequestContent {
  readonly kind: ContentKind;
  readonly key: string;
  /** Where the key stands in the input. */
  readonly field: Path;
  /** It belongs to its uploader alone until `bindContent`. */
  readonly isUnbound: boolean;
  readonly iou?: Iou;
}

/** Debt acknowledgment; numbers are decimal text. */
interface Iou {
  readonly latitude: string;
  readonly longitude: string;
  readonly currency: string;
  readonly amount: string;
  readonly debtor: string;
  readonly creditor: string;
}

type Path = readonly string[];

/** Where a content key stands in the input. */
interface NamedContent {
  readonly key: string;
  readonly field: Path;
}

/**
 * Reads the flat form or a wrapper, and checks what can be checked of it: that the bytes came and are the
 * organization's or the caller's own (Rules UP-6, UP-11), that they are of the kind that is claimed (Rule UP-10), and
 * what an IOU has to be (Rule SR-8).
 *
 * @param organizationId whose request it is for
 * @throws ServiceError unprocessable, with the path of the field
 */
export async function readContent(
  service: Service,
  caller: Caller,
  organizationId: string,
  input: CreateSignatureRequestInput['content'],
): Promise<RequestContent> {
  const { content, path } = unwrap(input);
  const kind: ContentKind =
    'pdf' in content ? 'pdf' : 'json' in content ? 'json' : 'debtor' in content ? 'IOU' : 'raw';
  const key = 'pdf' in content ? content.pdf : 'json' in content ? content.json : content.raw;
  const named = { key, field: [...path, kind === 'IOU' ? 'raw' : kind] };
  const find = () => findContent(service.database, caller, organizationId, named);
  let stored = await find();
  if (!stored && (await completeDirectUpload(service, key))) stored = await find();
  if (!stored) throw unknownContent(named);
  if ('debtor' in content) {
    const iou = await readIou(service, caller, content, path);
    return { kind, ...named, isUnbound: stored.isUnbound, iou };
  }
  await checkKind(service, kind, stored, named.field);
  return { kind, ...named, isUnbound: stored.isUnbound };
}

async function findContent(
  queries: Queries,
  caller: Caller,
  organizationId: string,
  content: NamedContent,
): Promise<(StoredContent & { readonly isUnbound: boolean }) | undefined> {
  const subject = caller.kind === 'token' ? caller.subjectId : '';
  const [found] = await queries.rows<StoredContent & { readonly unbound: string | null }>(sql`
    select c.content_key as key, c.size, c.sha256, u.unbound_subject_id as unbound
    from contents c left join uploads u on u.content_key = c.content_key
    where c.content_key = ${content.key} and case when u.unbound_subject_id is null
      then c.organization_id = ${organizationId} else u.unbound_subject_id = ${subject} end`);
  if (!found) return undefined;
  const { key, size, sha256, unbound } = found;
  return { key, size, sha256, isUnbound: unbound !== null };
}

/**
 * Makes a content that its uploader has for none of several organizations one of this organization (Rule UP-11).
 *
 * @throws ServiceError unprocessable where a request of another organization was first
 */
export async function bindContent(tx: Queries, organizationId: string, content: NamedContent): Promise<void> {
  const bound =
    await tx.rows(sql`update uploads set unbound_subject_id = null, organization_id = ${organizationId}
    where content_key = ${content.key} and unbound_subject_id is not null returning id`);
  if (bound.length > 0) {
    await tx.rows(
      sql`update contents set organization_id = ${organizationId} where content_key = ${content.key}`,
    );
    return;
  }
  const [access] = await tx.rows(
    sql`select 1 from contents where content_key = ${content.key} and organization_id = ${organizationId}`,
  );
  if (!access) throw unknownContent(content);
}

/**
 * Holds a content until the request that names it is written: a sweep that removes what nothing names waits meanwhile (Rule
 * UP-14).
 *
 * @throws ServiceError unprocessable where it was removed since it was read
 */
export async function holdContent(tx: Queries, content: NamedContent): Promise<void> {
  const [row] = await tx.rows(sql`select 1 from contents where content_key = ${content.key} for key share`);
  if (!row) throw unknownContent(content);
}

const unknownContent = ({ key, field }: NamedContent): ServiceError =>
  new ServiceError('unprocessable', `No uploaded content of this organization has the key "${key}".`, {
    path: field,
    rule: 'UP-6',
  });

const pdfHeader = '%PDF-';

/** Whether the bytes are of the kind that is claimed; a large JSON text is read a piece at a time (Rule UP-10). */
async function checkKind(
  { objects }: Service,
  kind: ContentKind,
  stored: StoredContent,
  field: Path,
): Promise<void> {
  const refuse = (why: string): ServiceError =>
    new ServiceError('unprocessable', `The content "${stored.key}" ${why}`, { path: field, rule: 'UP-10' });
  if (kind === 'pdf') {
    const head = await readHead(objects, stored, pdfHeader.length);
    if (Buffer.from(head).toString('latin1') !== pdfHeader)
      throw refuse(`is no PDF: its bytes do not begin with ${pdfHeader}`);
  }
  if (kind === 'json' && !(await isJson(objects, stored))) throw refuse('is not JSON text (RFC 8259).');
}

/** By their SHA-256, contents of which it is known, or being read, whether they are JSON text. */
const jsonByDigest = new Map<string, Promise<boolean>>();
const mostRemembered = 10_000;

/** Reads the same bytes once, however often a request names them: reading a large one costs a second of a core. */
async function isJson(objects: Service['objects'], stored: StoredContent): Promise<boolean> {
  const { sha256 } = stored;
  const known = jsonByDigest.get(sha256);
  if (known) return known;
  const reading = readJson(objects, stored);
  jsonByDigest.set(sha256, reading);
  reading.catch(() => jsonByDigest.delete(sha256));
  const [oldest] = jsonByDigest.keys();
  if (jsonByDigest.size > mostRemembered && oldest !== undefined) jsonByDigest.delete(oldest);
  return reading;
}

/** To the end, whatever comes before it: only then are the bytes known to be those of the digest. */
async function readJson(objects: Service['objects'], stored: StoredContent): Promise<boolean> {
  const text = new JsonText();
  for await (const piece of readPieces(objects, stored)) text.push(piece);
  return text.end();
}

function unwrap(input: CreateSignatureRequestInput['content']): { content: ContentInput; path: Path } {
  const path = ['input', 'content'];
  if ('RawContent' in input) return { content: input.RawContent, path: [...path, 'RawContent'] };
  if ('PDFContent' in input) return { content: input.PDFContent, path: [...path, 'PDFContent'] };
  if ('JSONContent' in input) return { content: input.JSONContent, path: [...path, 'JSONContent'] };
  if ('IOUContent' in input) return { content: input.IOUContent, path: [...path, 'IOUContent'] };
  return { content: input, path };
}

async function readIou(
  service: Service,
  caller: Caller,
  input: Extract<ContentInput, { debtor: string }>,
  path: Path,
): Promise<Iou> {
  const refuse = (field: string, why: string): ServiceError =>
    new ServiceError('unprocessable', `${field} ${why}`, { path: [...path, field], rule: 'SR-8' });
  const number = (field: 'latitude' | 'longitude' | 'amount', decimals: number): string => {
    const text = decimalText(input[field]);
    if (text === undefined) throw refuse(field, `is "${input[field]}"; expected a decimal number.`);
    if ((text.split('.')[1] ?? '').length > decimals)
      throw refuse(field, `has more than ${decimals} decimals.`);
    return text;
  };
  const degrees = (field: 'latitude' | 'longitude', most: number): string => {
    const text = number(field, 8);
    if (Math.abs(Number(text)) > most) throw refuse(field, `is ${text}; expected −${most} to ${most}.`);
    return text;
  };
  if (!isCurrencyInUse(input.currency))
    throw refuse('currency', `is ${input.currency}; expected a currency of ISO 4217 that is in use.`);
  const amount = number('amount', currencyDecimals(input.currency));
  if (!/[1-9]/.test(amount) || amount.startsWith('-'))
    throw refuse('amount', `is ${amount}; expected more than 0.`);
  const debtor = input.debtor.toLowerCase();
  const creditor = input.creditor.toLowerCase();
  if (debtor === creditor) throw refuse('creditor', 'is the debtor; nobody owes oneself.');
  const known = await readableSubjects(service.database, caller, service.sandbox, [debtor, creditor]);
  if (!known.has(debtor)) throw refuse('debtor', `is ${debtor}, which is no subject.`);
  if (!known.has(creditor)) throw refuse('creditor', `is ${creditor}, which is no subject.`);
  return {
    latitude: degrees('latitude', 90),
    longitude: degrees('longitude', 180),
    currency: input.currency,
    amount,
    debtor,
    creditor,
  };
}

/** A decimal of at most 30 whole digits, without exponent and trailing zeros beyond what was sent. */
function decimalText(value: number | string): string | undefined {
  const text =
    typeof value === 'number' && String(value).includes('e')
      ? value.toFixed(20).replace(/0+$/, '')
      : String(value);
  return /^-?\d{1,30}(\.\d{1,20})?$/.test(text) ? text : undefined;
}
