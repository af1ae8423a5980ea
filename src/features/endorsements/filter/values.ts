import { isoOf, parseInteger } from '#clock/instants.ts';
import { maxListItems } from '#contract/filters/filter-grammars.ts';
import { valueCount, type FilterField } from './fields.ts';
import type { Condition, Fault, Scalar } from './tree.ts';

const int32 = { least: -(2 ** 31), most: 2 ** 31 - 1 } as const;
/** A token's id is a hash of 256 bits. */
const mostToken = 2n ** 256n - 1n;

/** Whether one value may stand in a column. */
export function faultOfValue(field: FilterField, value: Scalar): Fault | undefined {
  switch (field.type) {
    case 'int32':
      if (typeof value !== 'number' || !Number.isInteger(value))
        return field.kind === 'time' ? 'time' : 'number';
      return value < int32.least || value > int32.most ? 'int32' : undefined;
    case 'bigint': {
      if (typeof value !== 'string' || !/^(0|-?[1-9]\d*)$/.test(value)) return 'number';
      if (value.length > 79) return 'uint256';
      const number = parseInteger(value);
      return number === undefined || number > mostToken ? 'uint256' : undefined;
    }
    case 'float':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'number';
    case 'text':
      return typeof value === 'string' ? undefined : 'values';
  }
}

/** Whether a condition can be sent: the first of its faults. */
export function faultOf(field: FilterField | undefined, condition: Condition): Fault | undefined {
  if (!field) return 'column';
  if (!field.comparisons.includes(condition.comparison)) return 'comparison';
  const { values } = condition;
  const count = valueCount(condition.comparison);
  if (count === 'list') {
    if (values.length > maxListItems) return 'many';
  } else if (values.length !== count) return 'values';
  for (const value of values) {
    const fault = faultOfValue(field, value);
    if (fault) return fault;
  }
  return undefined;
}

/** A value as the address writes it. */
export function writeValue(field: FilterField, value: Scalar): string {
  if (field.kind === 'time' && typeof value === 'number') return writeTime(value);
  const text = String(value);
  return bare.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** What stands without quotes. */
const bare = /^[\w.:@-]+$/;

export type ReadValue = { readonly value: Scalar } | { readonly fault: Fault };

/** Reads one value as the address writes it, or says why it is none. */
export function readValue(field: FilterField, text: string): ReadValue {
  if (text === '') return { fault: 'missing' };
  if (field.kind === 'time') {
    const seconds = readTime(text);
    return seconds === undefined ? { fault: 'time' } : { value: seconds };
  }
  if (field.type === 'text') {
    if (bare.test(text)) return { value: text };
    const quoted = /^"((?:[^"\\]|\\["\\])*)"$/s.exec(text)?.[1];
    return quoted === undefined ? { fault: 'unreadable' } : { value: quoted.replace(/\\(["\\])/g, '$1') };
  }
  if (!/^(0|-?[1-9]\d*)$/.test(text)) return { fault: 'number' };
  return { value: field.type === 'int32' ? Number(text) : text };
}

const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/;

/** Seconds since 1970 as `2026-08-01T06:00Z`; seconds only where there are some. */
function writeTime(seconds: number): string {
  return isoOf(seconds * 1000)
    .replace('.000Z', 'Z')
    .replace(':00Z', 'Z');
}

function readTime(text: string): number | undefined {
  const milliseconds = timeShape.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(milliseconds)) return undefined;
  const seconds = milliseconds / 1000;
  // The 30th of February is no day, and midnight has one spelling.
  const canonical = text.length === 17 ? text : text.replace(/:00Z$/, 'Z');
  return writeTime(seconds) === canonical ? seconds : undefined;
}
