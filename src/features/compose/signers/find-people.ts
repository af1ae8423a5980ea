import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { subjects } from '#client/families/people/subjects.ts';
import type { Client } from '#client/http/client.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { plainText } from '#ui/formats/plain-text.ts';

/** One entry of a pasted list, and whom the directory has by it. */
export type Entry =
  | { readonly typed: string; readonly state: 'found'; readonly id: string; readonly name: string }
  | { readonly typed: string; readonly state: 'none' | 'failed' }
  | { readonly typed: string; readonly state: 'several'; readonly count: number };

/** Queries at once: a list of a hundred people does not use up the limit of the service. */
const atOnce = 4;

/** The entries of a pasted list, each once: lines, or what commas, semicolons and tabs separate. */
export function entriesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,;\t]+/).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

/** Looks every entry up. Who is the only one with exactly this name, code or e-mail counts before partial matches. */
export function findPeople(
  client: Client,
  queries: QueryClient,
  entries: readonly string[],
): Promise<readonly Entry[]> {
  const limit = pLimit(atOnce);
  return Promise.all(entries.map((typed) => limit(() => findPerson(client, queries, typed))));
}

async function findPerson(client: Client, queries: QueryClient, typed: string): Promise<Entry> {
  try {
    const found = await queries.query(subjects(client).find(typed));
    const exact = found.filter((subject) => isNamedBy(subject, typed));
    const candidates = exact.length > 0 ? exact : found;
    const [first] = candidates;
    if (!first?.id) return { typed, state: 'none' };
    if (candidates.length > 1) return { typed, state: 'several', count: candidates.length };
    return { typed, state: 'found', id: first.id, name: first.commonName ?? '' };
  } catch {
    return { typed, state: 'failed' };
  }
}

const folded = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

function isNamedBy({ commonName, emailAddress, RFC, serialNumber }: Subject, typed: string): boolean {
  return [commonName, emailAddress, RFC, serialNumber].some((own) => !!own && folded(own) === folded(typed));
}
