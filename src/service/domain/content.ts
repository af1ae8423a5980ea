import { sql } from 'drizzle-orm';
import type { CreateSignatureRequestInput } from '#contract/operations.ts';
import type { ContentKind } from '#contract/kinds.ts';
import type { ContentInput } from '#contract/signature-request.ts';
import { oneOf } from '../storage/conditions.ts';
import type { Queries } from '../storage/queries.ts';
import { Fault } from './fault.ts';

/** What a request is about, of one kind, flat (Rule SR-6). */
export interface RequestContent {
  readonly kind: ContentKind;
  readonly key: string;
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

/**
 * Reads the flat form or a wrapper, and checks what can be checked of it: that the bytes came and are the
 * organization's (Rule UP-6), and what an IOU has to be (Rule SR-8).
 *
 * @param organizations whose content may be used
 * @throws Fault unprocessable, with the path of the field
 */
export async function readContent(
  queries: Queries,
  given: CreateSignatureRequestInput['content'],
  organizations: readonly string[],
): Promise<RequestContent> {
  const { content, path } = unwrap(given);
  const kind: ContentKind =
    'pdf' in content ? 'pdf' : 'json' in content ? 'json' : 'debtor' in content ? 'IOU' : 'raw';
  const key = 'pdf' in content ? content.pdf : 'json' in content ? content.json : content.raw;
  const field = [...path, kind === 'IOU' ? 'raw' : kind];
  const [found] = await queries.rows(
    sql`select 1 from contents c where c.content_key = ${key} and ${oneOf(sql`c.organization_id`, organizations)}`,
  );
  if (!found)
    throw new Fault('unprocessable', `No uploaded content of this organization has the key "${key}".`, {
      path: field,
      rule: 'UP-6',
    });
  return 'debtor' in content ? { kind, key, iou: await readIou(queries, content, path) } : { kind, key };
}

function unwrap(given: CreateSignatureRequestInput['content']): { content: ContentInput; path: Path } {
  const path = ['input', 'content'];
  if ('RawContent' in given) return { content: given.RawContent, path: [...path, 'RawContent'] };
  if ('PDFContent' in given) return { content: given.PDFContent, path: [...path, 'PDFContent'] };
  if ('JSONContent' in given) return { content: given.JSONContent, path: [...path, 'JSONContent'] };
  if ('IOUContent' in given) return { content: given.IOUContent, path: [...path, 'IOUContent'] };
  return { content: given, path };
}

async function readIou(
  queries: Queries,
  given: Extract<ContentInput, { debtor: string }>,
  path: Path,
): Promise<Iou> {
  const refuse = (field: string, why: string): Fault =>
    new Fault('unprocessable', `${field} ${why}`, { path: [...path, field], rule: 'SR-8' });
  const number = (field: 'latitude' | 'longitude' | 'amount', decimals: number): string => {
    const text = decimalText(given[field]);
    if (text === undefined) throw refuse(field, `is "${given[field]}"; expected a decimal number.`);
    if ((text.split('.')[1] ?? '').length > decimals)
      throw refuse(field, `has more than ${decimals} decimals.`);
    return text;
  };
  const degrees = (field: 'latitude' | 'longitude', most: number): string => {
    const text = number(field, 8);
    if (Math.abs(Number(text)) > most) throw refuse(field, `is ${text}; expected −${most} to ${most}.`);
    return text;
  };
  const amount = number('amount', decimalsOf(given.currency));
  if (!/[1-9]/.test(amount) || amount.startsWith('-'))
    throw refuse('amount', `is ${amount}; expected more than 0.`);
  const debtor = given.debtor.toLowerCase();
  const creditor = given.creditor.toLowerCase();
  if (debtor === creditor) throw refuse('creditor', 'is the debtor; nobody owes oneself.');
  const rows = await queries.rows<{ id: string }>(
    sql`select id from subjects s where ${oneOf(sql`s.id`, [debtor, creditor])}`,
  );
  const known = new Set(rows.map(({ id }) => id));
  if (!known.has(debtor)) throw refuse('debtor', `is ${debtor}, which is no subject.`);
  if (!known.has(creditor)) throw refuse('creditor', `is ${creditor}, which is no subject.`);
  return {
    latitude: degrees('latitude', 90),
    longitude: degrees('longitude', 180),
    currency: given.currency,
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

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
