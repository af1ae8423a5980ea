import { describe, expect, it } from 'vitest';
import { fakeFetch, json } from '../testing/answers.ts';
import { ApiError } from '../http/errors.ts';
import { requestDirectAddress } from './direct-upload.ts';
import { AddressGone } from './upload.ts';

const address = 'https://service.example/uploads/secret';
const bytes = { size: 3, sha256: 'a'.repeat(64) };
const stored = {
  url: 'https://store.example/bucket/key?X-Amz-Signature=secret',
  headers: { 'content-md5': 'x', 'x-amz-content-sha256': bytes.sha256 },
};

const exchange = (answer: Response): Promise<unknown> =>
  requestDirectAddress(fakeFetch(() => answer).fetch, address, bytes, undefined);

describe('UP-13 exchanging an upload address', () => {
  it('sends what is known of the bytes and no key, and answers where they go with which headers', async () => {
    const { fetch, seen } = fakeFetch(() => json(stored));
    expect(await requestDirectAddress(fetch, address, bytes, undefined)).toEqual(stored);
    expect(seen).toHaveLength(1);
    expect([seen[0]?.method, seen[0]?.url.href, seen[0]?.body]).toEqual(['POST', address, bytes]);
    expect([...(seen[0]?.headers.keys() ?? [])]).toEqual(['content-type']);
    expect(seen[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error' });
  });

  it('takes no header that is not of an object store', async () => {
    for (const name of ['authorization', 'cookie', 'X-Amz-Acl', 'x-amz-a b'])
      await expect(exchange(json({ ...stored, headers: { [name]: 'x' } }))).rejects.toMatchObject({
        kind: 'unreadable',
      });
    await expect(exchange(json({ url: stored.url }))).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('requests another address where this one is over, and reports other refusals without the address', async () => {
    for (const status of [404, 409]) await expect(exchange(json({}, status))).rejects.toThrow(AddressGone);
    const refusal = exchange(json({ errors: [{ message: 'too large' }] }, 413));
    await expect(refusal).rejects.toMatchObject({ kind: 'too-large', messages: [{ message: 'too large' }] });
    await refusal.catch((error: unknown) => expect(JSON.stringify(error)).not.toContain('secret'));
    const broken = (): Promise<Response> => Promise.reject(new TypeError('no connection'));
    await expect(requestDirectAddress(broken, address, bytes, undefined)).rejects.toBeInstanceOf(ApiError);
    const ended = AbortSignal.abort();
    await expect(
      requestDirectAddress(fakeFetch(() => json(stored)).fetch, address, bytes, ended),
    ).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
