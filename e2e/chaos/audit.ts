import { createHash } from 'node:crypto';
import { call } from '../staff.ts';

/** What must be there in the end: a request by its name, with its document and whom it invites. */
export interface Expected {
  readonly name: string;
  readonly text: string;
  /** Ids. */
  readonly signers: readonly string[];
}

interface Listed {
  readonly results: readonly {
    readonly id: string;
    readonly name: string;
    readonly draft: boolean;
    readonly content: Readonly<Record<string, unknown>>;
    readonly invites: readonly { readonly subject: { readonly id: string } }[];
  }[];
  readonly pagination: { readonly count: number };
}

/**
 * What the service has against what was to be made: every request once, sent, of its own document, with each of its
 * people invited once, and nothing else.
 *
 * @returns what differs, in words; empty when nothing does
 */
export async function differences(
  origin: string,
  organization: { readonly id: string; readonly apiKey: string },
  prefix: string,
  expected: readonly Expected[],
): Promise<string[]> {
  const { id, apiKey } = organization;
  const read = async (page: number): Promise<Listed> => {
    const arguments_ = {
      organization: { eq: id },
      search: { name: prefix },
      sort: { field: 'createdAt', order: 'asc' },
      pagination: { page, size: 100 },
    };
    const query = Object.entries(arguments_)
      .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
      .join('&');
    const { status, body } = await call<Listed>(origin, apiKey, 'GET', `/signature-requests?${query}`);
    if (status !== 200) throw new Error(`The list of requests answered ${status}.`);
    return body;
  };
  const made: Listed['results'][number][] = [];
  for (let page = 1; ; page += 1) {
    const { results } = await read(page);
    made.push(...results.filter(({ name }) => name.startsWith(prefix)));
    if (results.length < 100) break;
  }
  const differing: string[] = [];
  for (const { name, text, signers } of expected) {
    const same = made.filter((request) => request.name === name);
    if (same.length !== 1) differing.push(`${name}: ${same.length} requests, expected 1`);
    for (const { draft, invites, content } of same) {
      if (draft) differing.push(`${name}: is still a draft`);
      const invited = invites.map(({ subject }) => subject.id).sort();
      if (invited.join() !== [...signers].sort().join())
        differing.push(`${name}: invites ${invited.join(', ')}; expected ${signers.join(', ')}`);
      const differs = await documentDiffers(origin, apiKey, content, text);
      if (differs) differing.push(`${name}: ${differs}`);
    }
  }
  const names = new Set(expected.map(({ name }) => name));
  for (const { name } of made) if (!names.has(name)) differing.push(`${name}: nobody requested it`);
  return differing;
}

async function documentDiffers(
  origin: string,
  apiKey: string,
  content: Readonly<Record<string, unknown>>,
  text: string,
): Promise<string | undefined> {
  const key = content.raw;
  if (typeof key !== 'string') return 'has no document';
  const response = await fetch(`${origin}/rest/v1/content/${encodeURIComponent(key)}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
  const found = digest(new Uint8Array(await response.arrayBuffer()));
  return found === digest(text) ? undefined : `its document has the hash ${found}; expected ${digest(text)}`;
}
