import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { clientOf, fakeFetch, json } from '../../testing/answers.ts';
import { witnesses } from './witnesses.ts';

const hash = 'a'.repeat(64);
const organization = '1'.repeat(24);

/** @param rows what the service lists, whatever the filter */
function listing(...rows: object[]) {
  const { fetch } = fakeFetch(({ url }) =>
    url.pathname.endsWith('/witnesses')
      ? json({ results: rows, info: { id: 'x', count: rows.length, pages: 1, next: null, prev: null } })
      : json({}, 404),
  );
  const family = witnesses(clientOf(fetch));
  const queries = new QueryClient();
  return {
    byHash: (of?: string) => queries.query({ ...family.byHash(hash, of), retry: false }),
    ofAnybody: () => queries.query({ ...family.ofAnybody(hash), retry: false }),
  };
}

describe('the witness of a hash', () => {
  it('is known by the hash in any spelling', async () => {
    for (const spelling of [hash, hash.toUpperCase(), `0x${hash}`]) {
      const { byHash, ofAnybody } = listing({ id: 'w1', hash: spelling });
      expect(await byHash()).toMatchObject({ id: 'w1' });
      expect(await ofAnybody()).toMatchObject({ id: 'w1' });
    }
  });

  it('is none where the service lists none', async () => {
    const { byHash, ofAnybody } = listing();
    expect(await byHash()).toBeNull();
    expect(await ofAnybody()).toBeNull();
  });

  it('is not known where the service ignores the filter and lists another one', async () => {
    for (const other of [{ id: 'w9', hash: 'b'.repeat(64) }, { id: 'w9' }]) {
      const { byHash, ofAnybody } = listing(other);
      await expect(byHash()).rejects.toMatchObject({ kind: 'unreadable' });
      await expect(ofAnybody()).rejects.toMatchObject({ kind: 'unreadable' });
    }
    const { byHash } = listing({ id: 'w9', hash, organization: { id: '2'.repeat(24) } });
    await expect(byHash(organization)).rejects.toMatchObject({ kind: 'unreadable' });
  });
});
