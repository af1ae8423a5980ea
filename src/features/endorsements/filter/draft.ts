import { z } from 'zod/mini';
import { parseInteger } from '#clock/instants.ts';
import { maxListItems } from '#contract/filters/filter-grammars.ts';
import { addDays, atClock, clockOf, dayOf, isDay, startOfDay } from '#widgets/days.ts';
import { comparisons, valueCount, type Comparison, type FilterField } from './fields.ts';
import type { Condition, Fault, Scalar } from './tree.ts';
import { faultOfValue } from './values.ts';

/** One value while it is typed. Of a time, the day and, where it is exact, what the clock shows. */
const Entry = z.object({ text: z.string(), clock: z.string() });
export type Entry = z.infer<typeof Entry>;

export const nothingTyped: Entry = { text: '', clock: '' };

/** A condition while it is made: nothing of it is lost by being wrong. */
export const Draft = z.object({
  column: z.string(),
  comparison: z.enum(comparisons),
  /** One or two values; of a list, the one that is being added. */
  entries: z.readonly(z.tuple([Entry, Entry])),
  /** The values of a list. */
  list: z.readonly(z.array(z.union([z.string(), z.number()]))),
});
export type Draft = z.infer<typeof Draft>;

/** Which instant a day means: its first, its last, or none of its own. */
export type Edge = 'first' | 'last' | 'exact';

export function edgeOf(comparison: Comparison, at: number): Edge {
  switch (comparison) {
    case 'ge':
    case 'lt':
      return 'first';
    case 'le':
    case 'gt':
      return 'last';
    case 'between':
      return at === 0 ? 'first' : 'last';
    default:
      return 'exact';
  }
}

/** Seconds of an edge of a day in a zone. */
function edgeSeconds(day: string, edge: Edge, timeZone: string): number {
  const start = edge === 'last' ? addDays(day, 1) : day;
  return Math.floor(startOfDay(start, timeZone).getTime() / 1000) - (edge === 'last' ? 1 : 0);
}

/** Whether an instant is the edge of its day, so that the day alone says it. */
export function isWholeDay(seconds: number, edge: Edge, timeZone: string): boolean {
  return (
    edge !== 'exact' && edgeSeconds(dayOf(new Date(seconds * 1000), timeZone), edge, timeZone) === seconds
  );
}

export function newDraft(field: FilterField): Draft {
  const [comparison = 'is'] = field.comparisons.filter(
    (one) => one === (field.kind === 'time' ? 'between' : 'is'),
  );
  return { column: field.column, comparison, entries: [nothingTyped, nothingTyped], list: [] };
}

export function draftOf(
  field: FilterField,
  { column, comparison, values }: Condition,
  timeZone: string,
): Draft {
  const listed = valueCount(comparison) === 'list';
  const entry = (at: number): Entry => {
    const value = listed ? undefined : values[at];
    return value === undefined ? nothingTyped : entryOf(field, comparison, at, value, timeZone);
  };
  return { column, comparison, entries: [entry(0), entry(1)], list: listed ? values : [] };
}

function entryOf(
  field: FilterField,
  comparison: Comparison,
  at: number,
  value: Scalar,
  timeZone: string,
): Entry {
  if (field.kind !== 'time' || typeof value !== 'number') return { text: String(value), clock: '' };
  const date = new Date(value * 1000);
  const whole = isWholeDay(value, edgeOf(comparison, at), timeZone);
  return { text: dayOf(date, timeZone), clock: whole ? '' : clockOf(date, timeZone) };
}

/** The same values for another column or comparison, as far as they are of its kind. */
export function redraft(draft: Draft, from: FilterField, to: FilterField, comparison: Comparison): Draft {
  const same = from.kind === to.kind;
  const known = to.comparisons.includes(comparison) ? comparison : newDraft(to).comparison;
  return {
    column: to.column,
    comparison: known,
    entries: same ? draft.entries : [nothingTyped, nothingTyped],
    list: same ? draft.list : [],
  };
}

export type Read<Value> = { readonly value: Value } | { readonly fault: Fault };

/** What was typed, as a value of the column. */
export function readEntry(
  field: FilterField,
  comparison: Comparison,
  at: number,
  entry: Entry,
  timeZone: string,
): Read<Scalar> {
  const typed = entry.text.trim();
  if (typed === '') return { fault: 'missing' };
  const value = ((): Scalar | undefined => {
    switch (field.kind) {
      case 'time':
        return readTime(typed, entry.clock, edgeOf(comparison, at), timeZone);
      case 'person':
        return personForm(comparison).test(typed) ? typed.toLowerCase() : undefined;
      case 'token':
        return readToken(typed);
      case 'network':
        return /^[+-]?\d{1,15}$/.test(typed) ? Number(typed) : undefined;
      case 'event':
        return typed;
    }
  })();
  if (value === undefined) return { fault: faultOfKind(field, entry) };
  const fault = faultOfValue(field, value);
  return fault ? { fault } : { value };
}

/** Whether there is a day alone, which is no exact time. */
export const isClockMissing = ({ text, clock }: Entry): boolean => isDay(text.trim()) && clock === '';

function faultOfKind({ kind }: FilterField, entry: Entry): Fault {
  if (kind === 'time') return isClockMissing(entry) ? 'clock' : 'time';
  return kind === 'person' ? 'address' : 'number';
}

/** A whole address; where addresses are compared by their order, its beginning is enough. */
const personForm = (comparison: Comparison): RegExp =>
  ['gt', 'ge', 'lt', 'le', 'between'].includes(comparison) ? /^0x[0-9a-f]{1,40}$/i : /^0x[0-9a-f]{40}$/i;

function readTime(day: string, clock: string, edge: Edge, timeZone: string): number | undefined {
  if (!isDay(day)) return undefined;
  if (clock === '') return edge === 'exact' ? undefined : edgeSeconds(day, edge, timeZone);
  if (!/^\d\d:\d\d(:\d\d)?$/.test(clock)) return undefined;
  return Math.floor(atClock(day, clock, timeZone).getTime() / 1000);
}

/** A token by its number, or by the hash that its number is. */
function readToken(typed: string): string | undefined {
  const digits = typed.replace(/^0x/i, '');
  if (/^[0-9a-f]{64}$/i.test(digits)) return parseInteger(`0x${digits}`)?.toString();
  return /^\d{1,80}$/.test(typed) ? parseInteger(typed)?.toString() : undefined;
}

/** The list with what is being typed: one value, or many that were pasted. */
export function addToList(field: FilterField, draft: Draft, timeZone: string): Read<readonly Scalar[]> {
  const [entry] = draft.entries;
  if (entry.text.trim() === '') return { value: draft.list };
  const list = [...draft.list];
  const texts =
    field.kind === 'time' ? [entry.text] : entry.text.split(/[\s,;]+/).filter((text) => text !== '');
  for (const text of texts) {
    const read = readEntry(field, draft.comparison, 0, { ...entry, text }, timeZone);
    if ('fault' in read) return read;
    if (!list.includes(read.value)) list.push(read.value);
  }
  return list.length > maxListItems ? { fault: 'many' } : { value: list };
}
