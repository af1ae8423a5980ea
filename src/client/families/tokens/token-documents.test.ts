import { describe, expect, it } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { clientOf, fakeFetch, json, type RecordedRequest } from '../../testing/answers.ts';
import { mostTogether } from '../../queries/gathering.ts';
import { tokenDocuments } from './token-documents.ts';

const hashAt = (at: number): string => at.toString(16).padStart(64, 'a');
const tokenOf = (hash: string): bigint => BigInt(`0x${hash}`);

/** @param witnesses what the service answers for the requested hashes */
function documents(witnesses: (hashes: readonly string[]) => object[]) {
  const queries = new QueryClient();
  const { fetch, seen } = fakeFetch(({ url }: RecordedRequest) => {
    const { in: hashes } = JSON.parse(url.searchParams.get('hash') ?? '{"in":[]}') as { in: string[] };
    const results = url.pathname.endsWith('/witnesses') ? witnesses(hashes) : [];
    return json({ results, info: { id: 'x', count: results.length, pages: 1, next: null, prev: null } });
  });
  const { of } = tokenDocuments(clientOf(fetch));
  return {
    seen,
    of: (hash: string, organization?: string) => queries.query(of(tokenOf(hash), organization)),
  };
}

const request = { id: 'r'.repeat(24), name: 'Pagaré 12' };

describe('the document behind a token', () => {
  it('is known by its hash in any spelling', async () => {
    for (const hash of [hashAt(1), hashAt(1).toUpperCase(), `0x${hashAt(1)}`]) {
      const { of } = documents(() => [{ id: 'w1', hash, signatureRequest: request }]);
      expect(await of(hashAt(1))).toMatchObject({ witness: 'w1', name: 'Pagaré 12' });
    }
  });

  it('OR-1 is looked for among the witnesses of the chosen organization alone', async () => {
    const { of, seen } = documents((hashes) =>
      hashes.map((hash) => ({ id: 'w1', hash, signatureRequest: request })),
    );
    const chosen = 'a'.repeat(24);
    await Promise.all([of(hashAt(1), chosen), of(hashAt(2), chosen), of(hashAt(3))]);
    const organizations = seen.map(({ url }) => url.searchParams.get('organization'));
    expect(organizations).toEqual([JSON.stringify({ eq: chosen }), null]);
  });

  it('is there without a name where its witness has no request', async () => {
    const { of } = documents(() => [{ id: 'w1', hash: hashAt(1) }]);
    expect(await of(hashAt(1))).toEqual({
      witness: 'w1',
      request: undefined,
      name: undefined,
      amount: undefined,
    });
  });

  it('of several witnesses of one hash is the one with a name', async () => {
    const both = [
      { id: 'w1', hash: hashAt(1), signatureRequest: request },
      { id: 'w2', hash: hashAt(1) },
    ];
    for (const order of [both, both.toReversed()]) {
      const { of } = documents(() => order);
      expect(await of(hashAt(1))).toMatchObject({ witness: 'w1', name: 'Pagaré 12' });
    }
  });

  it('is null only where the service was queried and answered none', async () => {
    const { of } = documents(() => []);
    expect(await of(hashAt(1))).toBeNull();
    const ignoring = documents(() => [{ id: 'w9', hash: hashAt(9) }]);
    await expect(ignoring.of(hashAt(1))).rejects.toThrow(/other hashes/);
  });

  it('is requested separately where a full page did not include it', async () => {
    const { of, seen } = documents((hashes) =>
      hashes.length > 1
        ? Array.from({ length: mostTogether }, (_, at) => ({ id: `w${at}`, hash: hashAt(1) }))
        : [{ id: 'w2', hash: hashes[0], signatureRequest: request }],
    );
    const [, second] = await Promise.all([of(hashAt(1)), of(hashAt(2))]);
    expect(second).toMatchObject({ witness: 'w2', name: 'Pagaré 12' });
    expect(seen).toHaveLength(2);
  });
});
