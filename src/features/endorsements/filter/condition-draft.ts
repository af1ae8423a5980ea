import { z } from 'zod/mini';
import { isDay, parseInteger } from '#clock/instants.ts';
import { addToList, Draft, readEntry, type Entry, type Read } from './draft.ts';
import { fieldOf, valueCount, type FilterField, type ListName } from './fields.ts';
import { faultWords } from './sentence.ts';
import type { Condition, Scalar } from './tree.ts';

/** A draft, read as the condition that it makes; what is wrong is an issue of the value that is wrong. */
export const conditionDraft = (list: ListName, timeZone: string) =>
  z.pipe(
    Draft,
    z.transform((draft, { issues }): Condition => {
      const { column, comparison } = draft;
      const field = fieldOf(list, column);
      const read = field ? readValues(field, draft, timeZone) : [{ fault: 'column' as const }];
      for (const [at, value] of read.entries())
        if ('fault' in value)
          issues.push({
            code: 'custom',
            input: draft,
            path: ['entries', at],
            message: faultWords(value.fault),
          });
      return {
        kind: 'condition',
        column,
        comparison,
        values: read.flatMap((one) => ('value' in one ? one.value : [])),
      };
    }),
  );

function readValues(
  field: FilterField,
  draft: Draft,
  timeZone: string,
): readonly Read<Scalar | readonly Scalar[]>[] {
  const { comparison } = draft;
  const count = valueCount(comparison);
  if (count === 0) return [];
  if (count === 'list') {
    const added = addToList(field, draft, timeZone);
    return ['value' in added && added.value.length === 0 ? { fault: 'missing' } : added];
  }
  const [one, other] = inOrder(draft.entries, count);
  return (count === 1 ? [one] : [one, other]).map((entry, at) =>
    readEntry(field, comparison, at, entry, timeZone),
  );
}

/** The two ends of a «between», whichever was typed first. Days and numbers that can be compared are. */
function inOrder([one, other]: readonly [Entry, Entry], count: 1 | 2): readonly [Entry, Entry] {
  if (count === 1) return [one, other];
  if (isDay(one.text) && isDay(other.text)) {
    const [from, to] = [one, other].map(({ text, clock }) => `${text}T${clock}`);
    return one.text > other.text ||
      (one.text === other.text && one.clock !== '' && other.clock !== '' && (from ?? '') > (to ?? ''))
      ? [other, one]
      : [one, other];
  }
  const numbers = /^-?\d+$/;
  const [a, b] = [one.text.trim(), other.text.trim()];
  return numbers.test(a) && numbers.test(b) && (parseInteger(a) ?? 0n) > (parseInteger(b) ?? 0n)
    ? [other, one]
    : [one, other];
}
