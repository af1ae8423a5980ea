import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../testing/answers.ts';
import { smallUpload } from './put-with-progress.ts';
import { AddressGone, putFile } from './upload.ts';

const ownOrigin = 'https://service.example';
const address = 'https://store.example/bucket/key?signature=secret';
const md5 = '900150983cd24fb0d6963f7d28e17f72';
const great = new Blob([new Uint8Array(smallUpload + 1)]);
const none: typeof fetch = () => Promise.reject(new Error('This file is not for fetch.'));

/** As a browser sends it, answered when the test says. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  withCredentials = true;
  status = 0;
  responseText = '';
  responseURL = '';
  headers: Record<string, string> = {};
  opened: string[] = [];
  etag: string | null = null;
  sent: unknown;
  aborted = false;
  constructor() {
    FakeRequest.last = this;
  }
  open(...args: string[]): void {
    this.opened = args;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'etag' ? this.etag : null;
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.aborted = true;
  }
  answer(status: number, responseURL = address): void {
    this.status = status;
    this.responseURL = responseURL;
    this.onload?.();
  }
}

describe('UP-1 putting a long file', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const put = (options: Partial<Parameters<typeof putFile>[4]> = {}, to = address) =>
    putFile(none, to, great, md5, { ownOrigin, onProgress: () => undefined, ...options });

  it('tells how far it is, and sends nothing along but the digest', async () => {
    const progress: number[] = [];
    const end = put({ onProgress: (bytes) => progress.push(bytes) });
    const { last } = FakeRequest;
    expect(last.opened).toEqual(['PUT', address]);
    expect(last.headers).toEqual({ 'content-md5': 'kAFQmDzST7DWlj99KOF/cg==' });
    expect(last.withCredentials).toBe(false);
    expect(last.sent).toBe(great);
    last.upload.onprogress?.({ loaded: 100 });
    last.upload.onprogress?.({ loaded: great.size * 2 });
    last.answer(200);
    expect(await end).toBe('taken');
    expect(progress).toEqual([100, great.size]);
  });

  it('does not take the answer of another place than it was sent to', async () => {
    const end = put();
    FakeRequest.last.answer(200, 'https://elsewhere.example/key');
    await expect(end).rejects.toMatchObject({ kind: 'refused' });
  });

  it('shows nothing of the signature in the address, should the place repeat it', async () => {
    const signature = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
    const to = `https://store.example/bucket/key?X-Amz-Signature=${signature}`;
    const end = put({}, to).catch((error: unknown) => error);
    FakeRequest.last.responseText = `no match for ${signature}`;
    FakeRequest.last.answer(400, to);
    expect(await end).toMatchObject({ kind: 'malformed', messages: [{ message: 'no match for •••' }] });
  });

  it('is aborted when nothing moves for a minute, and never while it moves', async () => {
    const end = put().catch((error: unknown) => error);
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(55_000);
      FakeRequest.last.upload.onprogress?.({ loaded: minute });
    }
    expect(FakeRequest.last.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(FakeRequest.last.aborted).toBe(true);
    expect(await end).toMatchObject({ kind: 'timeout' });
  });

  it('can be broken off', async () => {
    const ends = new AbortController();
    const end = put({ signal: ends.signal }).catch((error: unknown) => error);
    ends.abort();
    expect(FakeRequest.last.aborted).toBe(true);
    expect(await end).toMatchObject({ kind: 'cancelled' });
  });

  it('goes nowhere but to https or its own origin', async () => {
    for (const to of ['http://store.example/k', 'ftp://x/y', 'https://u:p@store.example/k', 'javascript:1'])
      await expect(put({}, to), to).rejects.toMatchObject({ kind: 'refused' });
    const own = put({ ownOrigin: 'http://127.0.0.1:4310' }, 'http://127.0.0.1:4310/uploads/t');
    FakeRequest.last.answer(200, 'http://127.0.0.1:4310/uploads/t');
    expect(await own).toBe('taken');
    const tagged = put();
    FakeRequest.last.etag = `"${md5}"`;
    FakeRequest.last.answer(200);
    expect(await tagged).toBe('confirmed');
  });
});

describe('UP-2 what an upload address answers', () => {
  const small = new Blob(['abc']);
  const answering = (status: number) =>
    putFile(() => Promise.resolve(json({ message: 'said' }, status)), address, small, md5, { ownOrigin });

  it('is success, also when it has the bytes already', async () => {
    expect(await answering(200)).toBe('taken');
    expect(await answering(201)).toBe('taken');
    expect(await answering(409)).toBe('there');
  });

  it('is confirmed where the answer names the same MD5, and by no other form of an ETag', async () => {
    const tagged = (etag: string, status = 200) =>
      putFile(() => Promise.resolve(json({}, status, { etag })), address, small, md5, { ownOrigin });
    expect(await tagged(`"${md5}"`)).toBe('confirmed');
    expect(await tagged(`"${md5.toUpperCase()}"`)).toBe('confirmed');
    for (const etag of ['""', `"${md5}-1"`, `"${md5.slice(0, -1)}3"`, `W/"${md5}"`])
      expect(await tagged(etag), etag).toBe('taken');
    expect(await tagged(`"${md5}"`, 409)).toBe('there');
  });

  it('UP-13 says of bytes that an object store received altered that they were, and sends what the address was signed with', async () => {
    const refusing = (code: string) => (_input: unknown, init?: RequestInit) => {
      expect(init?.headers).toEqual({ 'x-amz-a': 'b', 'content-md5': 'kAFQmDzST7DWlj99KOF/cg==' });
      return Promise.resolve(new Response(`<Error><Code>${code}</Code></Error>`, { status: 400 }));
    };
    const put = (code: string) =>
      putFile(refusing(code), address, small, md5, { ownOrigin, headers: { 'x-amz-a': 'b' } });
    for (const code of ['BadDigest', 'XAmzContentSHA256Mismatch'])
      await expect(put(code)).rejects.toMatchObject({ messages: [{ code: 'ALTERED_BYTES' }] });
    const other: unknown = await put('InvalidRequest').catch((thrown: unknown) => thrown);
    expect(JSON.stringify(other)).not.toContain('ALTERED_BYTES');
  });

  it('is requested anew once it has expired, and its refusal is not a refused key', async () => {
    for (const status of [401, 403, 404, 410]) {
      const error: unknown = await answering(status).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AddressGone);
      if (error instanceof AddressGone) {
        expect(error.error.kind).not.toBe('key-refused');
        expect(JSON.stringify(error.error.request)).not.toContain('secret');
      }
    }
  });

  it('is a failure of its own kind otherwise, without the address in it', async () => {
    for (const [status, kind] of [
      [400, 'malformed'],
      [413, 'too-large'],
      [503, 'unavailable'],
    ] as const) {
      const error: unknown = await answering(status).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind, messages: [{ message: 'said' }] });
      expect(String(error) + JSON.stringify(error)).not.toContain('secret');
    }
  });
});
