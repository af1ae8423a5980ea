import type { ColumnType } from '#contract/filters/filters.ts';
import { ServiceError } from '../../service-error.ts';

export type CursorType = ColumnType;

/** A value in a cursor; whole numbers of any size are tagged, because JSON has none. */
export type CursorValue = string | number | bigint;

/** Where a page begins or ends: the values of the ordering columns. */
export type Cursor = readonly (readonly [column: string, value: CursorValue])[];

/** Base64 of JSON `[["column",value],…]`; opaque to clients (Rule WI-8). */
export function writeCursor(cursor: Cursor): string {
  const text = JSON.stringify(
    cursor.map(([column, value]) => [
      column,
      typeof value === 'bigint' ? { __type: 'bigint', value: value.toString() } : value,
    ]),
  );
  return Buffer.from(text, 'utf8').toString('base64');
}

/**
 * Reads a cursor of the requested order, and refuses any other.
 *
 * @param columns the ordering columns and the types of their values
 * @throws ServiceError malformed-argument
 */
export function readCursor(
  text: string,
  columns: readonly { readonly name: string; readonly type: CursorType }[],
  path: readonly string[],
): CursorValue[] {
  const refuse = (why: string): never => {
    throw new ServiceError('malformed-argument', `${path.join('.')} ${why}`, { path, rule: 'WI-8' });
  };
  const entries = parse(text) ?? refuse('is not a cursor of this service.');
  const names = entries.map(([name]) => name);
  if (names.join() !== columns.map(({ name }) => name).join())
    refuse(
      `is a cursor of the order "${names.join(', ')}"; this list is ordered by "${columns.map(({ name }) => name).join(', ')}".`,
    );
  return entries.map(([name, value], index) => {
    const type = columns[index]?.type;
    const fits =
      type === 'bigint'
        ? typeof value === 'bigint'
        : type === 'int32'
          ? isInt32(value)
          : type === 'float'
            ? typeof value === 'number'
            : typeof value === 'string';
    return fits ? value : refuse(`holds a value of "${name}" that is not of its type.`);
  });
}

function parse(text: string): [string, CursorValue][] | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const entries: [string, CursorValue][] = [];
  for (const entry of value as unknown[]) {
    if (!Array.isArray(entry) || entry.length !== 2) return undefined;
    const [name, tagged] = entry as [unknown, unknown];
    const untagged = untag(tagged);
    if (typeof name !== 'string' || untagged === undefined) return undefined;
    entries.push([name, untagged]);
  }
  return entries;
}

function untag(value: unknown): CursorValue | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('__type' in value) || !('value' in value))
    return undefined;
  const { __type: type, value: digits } = value;
  return type === 'bigint' && typeof digits === 'string' && /^-?\d{1,78}$/.test(digits)
    ? BigInt(digits)
    : undefined;
}

export const isInt32 = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
