import { isRecord } from '#contract/schema/is-record.ts';
import type { SandboxFaultKind } from '#contract/sandbox/injected-faults.ts';

type Corruption = Extract<
  SandboxFaultKind,
  'malformed-json' | 'unknown-fields' | 'wrong-types' | 'null-fields' | 'null'
>;

/**
 * Corrupts a JSON text: about a quarter of the fields of all its objects, and at least one.
 *
 * @param draw 0 ≤ x < 1 for each place, always the same
 */
export function corruptJson(text: string, fault: Corruption, draw: (label: string) => number): string {
  if (fault === 'null') return 'null';
  // A comma at the end of everything: one character away from JSON, as a faulty writer leaves it.
  if (fault === 'malformed-json')
    return /[\]}]$/.test(text) ? `${text.slice(0, -1)},${text.slice(-1)}` : `${text},`;
  const value: unknown = JSON.parse(text);
  if (fault === 'unknown-fields') return JSON.stringify(withUnknown(value));
  const change = fault === 'null-fields' ? () => null : otherType;
  const fields = fieldsOf(value, '');
  const first = fields[Math.floor(draw('first') * fields.length)];
  if (!first) return JSON.stringify(change(value));
  const chosen = new Set(fields.filter((path) => path === first || draw(path) < 0.25));
  return JSON.stringify(withChanged(value, '', chosen, change));
}

/** Fields that nobody announced, in every object. */
function withUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknown);
  if (!isRecord(value)) return value;
  const known = Object.entries(value).map(([name, inner]) => [name, withUnknown(inner)]);
  return {
    unannouncedText: 'añadido',
    ...Object.fromEntries(known),
    unannouncedList: [1, 'dos', null, { tres: 3 }],
    unannouncedObject: { deep: { deeper: true } },
  };
}

/** Paths of all fields of objects, outermost first. */
function fieldsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const fieldPath = `${path}/${name}`;
    return [...(isList ? [] : [fieldPath]), ...fieldsOf(inner, fieldPath)];
  });
}

function withChanged(
  value: unknown,
  path: string,
  chosen: ReadonlySet<string>,
  change: (value: unknown) => unknown,
): unknown {
  if (chosen.has(path)) return change(value);
  if (Array.isArray(value))
    return value.map((inner, index) => withChanged(inner, `${path}/${index}`, chosen, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withChanged(inner, `${path}/${name}`, chosen, change),
    ]),
  );
}

function otherType(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'number') return [value];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return false;
  return Array.isArray(value) ? { length: value.length } : 12;
}
