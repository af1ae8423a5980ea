/** Reads a policy from JSON: every field there, every check with its level, and nothing else. */
import { checkIds, type CheckId, type Level } from '../check.ts';
import { unreadable } from '../errors.ts';
import { count, place, required, text, type Place } from '../encoding/fields.ts';
import type { Json } from '../encoding/json.ts';
import type { Policy } from './policy.ts';

const levels = ['FAIL', 'WARN', 'INFORM', 'IGNORE'] as const satisfies readonly Level[];

/** @throws ProofError naming the field that is missing, unknown or not of its type */
export function readPolicy(value: Json): Policy {
  const at = exactly(place(value, 'policy'), [
    'id',
    'version',
    'scope',
    'levels',
    'existence',
    'anchors',
    'revocation',
    'algorithms',
  ]);
  const existence = exactly(part(at, 'existence'), ['proofs']);
  const anchors = exactly(part(at, 'anchors'), ['rpcs']);
  const revocation = exactly(part(at, 'revocation'), ['maxAgeSeconds']);
  const algorithms = exactly(part(at, 'algorithms'), ['sha1', 'minRsaBits', 'maxRsaBits']);
  return {
    id: required(text(at, 'id', 100), 'policy.id'),
    version: number(at, 'version', 0, 1_000_000),
    scope: oneOf(at, 'scope', ['full', 'internal']),
    levels: readLevels(part(at, 'levels')),
    existence: { proofs: number(existence, 'proofs', 1, 3) },
    anchors: { rpcs: number(anchors, 'rpcs', 1, 16) },
    revocation: {
      maxAgeSeconds:
        revocation.object.maxAgeSeconds === null
          ? null
          : number(revocation, 'maxAgeSeconds', 0, 10_000_000_000),
    },
    algorithms: {
      sha1: oneOf(algorithms, 'sha1', ['refuse', 'warn', 'allow']),
      minRsaBits: number(algorithms, 'minRsaBits', 1024, 8192),
      maxRsaBits: number(algorithms, 'maxRsaBits', 2048, 8192),
    },
  };
}

function readLevels(at: Place): Policy['levels'] {
  exactly(at, checkIds);
  const entries = checkIds.map((id): [CheckId, Level] => [id, oneOf(at, id, levels)]);
  return Object.fromEntries(entries) as Record<CheckId, Level>; // one entry for each id of the list
}

function part(at: Place, key: string): Place {
  return place(at.object[key], `${at.name}.${key}`);
}

/** A policy with a field that is not understood might mean more than is done here. */
function exactly(at: Place, keys: readonly string[]): Place {
  for (const key of Object.keys(at.object)) {
    if (!keys.includes(key)) throw unreadable(`${at.name}.${key}`, 'only fields that a policy has');
  }
  for (const key of keys) {
    if (!Object.hasOwn(at.object, key)) throw unreadable(`${at.name}.${key}`, 'to be there');
  }
  return at;
}

function number(at: Place, key: string, low: number, high: number): number {
  const value = required(count(at, key), `${at.name}.${key}`);
  if (value < low || value > high)
    throw unreadable(`${at.name}.${key}`, `a whole number from ${low} to ${high}`);
  return value;
}

function oneOf<T extends string>(at: Place, key: string, choices: readonly T[]): T {
  const value = text(at, key, 100);
  const choice = choices.find((choice) => choice === value);
  if (choice === undefined) throw unreadable(`${at.name}.${key}`, `one of ${choices.join(', ')}`);
  return choice;
}
