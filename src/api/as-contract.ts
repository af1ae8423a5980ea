import { answerKind, otherName, shapes } from './answer-shapes.ts';
import { ApiError, type RequestLine } from './errors.ts';

/**
 * Which of its own fields came as something else than the contract says, and were left out. It stands among the
 * fields of the resource, so that caches, comparisons and copies keep it.
 */
export const unreadable = 'unreadable';

/** An answer as far as it could be read. */
export interface Held {
  readonly value: unknown;
  /** Fields that were left out, from the answer down, each once: `results[].status`. */
  readonly left: readonly string[];
}

/**
 * Holds an answer to the kinds of values that the contract names. A value of another kind becomes absent before
 * anything sees it, and its owner says which (see `unreadable`); what the contract does not name stays as it came, and
 * so do null and absent. What was not changed is the same object.
 *
 * @throws ApiError `unreadable` where the answer as a whole is of another kind, where a list comes without one, and
 *   where an upload has no address: of these nothing would be left to show
 */
export function holdToContract(operation: string, answer: unknown, line: RequestLine): Held {
  const kind = answerKind(operation);
  if (kind === undefined) return { value: answer, left: [] };
  const left = new Set<string>();
  const value = held(answer, kind, '', left);
  const field = value === lost ? '' : owed(kind).find((name) => recordOf(value)?.[name] == null);
  if (field === undefined) return { value, left: [...left] };
  const what = field === '' ? 'the answer is of another kind' : `${field} is not what it should be`;
  throw new ApiError('unreadable', line, { messages: [{ message: what }] });
}

/** Without these an answer says nothing, and to take it for empty would be false. */
function owed(kind: string): readonly string[] {
  if (kind === 'SignFileUrl') return ['url', 'key'];
  const shape = shapes[kind];
  return shape?.results ? ['results'] : shape?.items ? ['items'] : [];
}

/** Stands for what cannot be read. */
const lost = Symbol('lost');

/** Levels below an answer: resources hold one another. */
const mostLevels = 24;

function held(value: unknown, kind: string, field: string, left: Set<string>, level = 0): unknown {
  if (value === null || value === undefined || level > mostLevels) return value;
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : lost;
    case 'number':
      return typeof value === 'number' ? value : lost;
    case 'flag':
      return typeof value === 'boolean' ? value : lost;
    case 'number|text':
      return typeof value === 'number' || typeof value === 'string' ? value : lost;
    case 'whole':
      return ['string', 'number', 'bigint'].includes(typeof value) ? value : lost;
    case 'tally':
      return typeof value === 'number' || typeof value === 'boolean' || Array.isArray(value) ? value : lost;
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : lost;
    case 'text|Subject':
      return typeof value === 'string' ? value : heldFields(value, 'Subject', field, left, level);
    default:
      return kind.endsWith('[]')
        ? heldList(value, kind.slice(0, -2), field, left, level)
        : heldFields(value, kind, field, left, level);
  }
}

function heldList(value: unknown, kind: string, field: string, left: Set<string>, level: number): unknown {
  if (!Array.isArray(value)) return lost;
  const items = value as readonly unknown[];
  const read = items.map((item) => {
    const one = held(item ?? lost, kind, `${field}[]`, left, level + 1);
    if (one !== lost) return one;
    // It counts as one of which nothing is known: without it a list would seem shorter than it is.
    left.add(`${field}[]`);
    return { [unreadable]: ['*'] };
  });
  return read.every((item, at) => item === items[at]) ? value : read;
}

function heldFields(value: unknown, name: string, field: string, left: Set<string>, level: number): unknown {
  const record = recordOf(value);
  const shape = shapes[name];
  if (!record || !shape) return lost;
  let changed: Record<string, unknown> | undefined;
  const missing: string[] = [];
  for (const [key, inner] of Object.entries(record)) {
    const kind = kindOfField(name, key);
    if (kind === undefined) continue;
    const at = field ? `${field}.${key}` : key;
    const read = held(inner, kind, at, left, level + 1);
    if (read === inner) continue;
    changed ??= { ...record };
    if (read === lost) {
      Reflect.deleteProperty(changed, key);
      missing.push(key);
      left.add(at);
    } else changed[key] = read;
  }
  if (changed && missing.length > 0) changed[unreadable] = missing;
  return changed ?? value;
}

function kindOfField(shape: string, field: string): string | undefined {
  const fields = shapes[shape];
  const name = otherName[field] ?? field;
  if (fields && Object.hasOwn(fields, name)) return fields[name];
  return shape === 'Content' && field.startsWith('raw') ? 'text' : undefined; // Rule SR-7
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as Readonly<Record<string, unknown>>) : undefined; // that is what was asked
}
