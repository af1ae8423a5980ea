import { currentTime } from '#clock/clock.ts';
import { alteredBytes, ApiError, kindOfStatus, ownUploadRefusal, type RequestLine } from '../http/errors.ts';
import { readMessages } from '../http/refusal.ts';
import { isOnline } from '../http/online.ts';
import { wasBlocked } from '../http/policy-watch.ts';
import { putWithProgress, smallUpload, type PutAnswer, type PutOptions } from './put-with-progress.ts';

/**
 * Outcome of a PUT. `taken`: the bytes were received now. `confirmed`: the answer also names the MD5 that was computed
 * here. `there`: the address had them already.
 */
export type PutOutcome = 'taken' | 'confirmed' | 'there';

/** The address will not take the bytes any more (it expired, or was never one): request another. */
export class AddressGone extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super('The upload address takes nothing any more.');
    this.error = error;
  }
}

/**
 * Puts a file's bytes at the address that the service answered (Rules UP-1, UP-2). The address is a secret
 * that anybody could write to: it is never logged, stored or shown, and it never receives the bearer key.
 *
 * @param address only https, or the connection's own origin, or both on this machine
 * @param md5 lower-case hexadecimal, as declared in the request for the address
 * @throws ApiError; AddressGone when another address may help
 */
export async function putFile(
  fetcher: typeof fetch,
  address: string,
  file: Blob,
  md5: string,
  options: PutOptions,
): Promise<PutOutcome> {
  const line = (status?: number): RequestLine => uploadLine('PUT', status);
  const url = URL.canParse(address, options.ownOrigin) ? new URL(address, options.ownOrigin) : undefined;
  if (!url || !mayReceiveUploads(url, options.ownOrigin) || url.username || url.password)
    throw new ApiError('refused', line(), {
      messages: [{ message: url?.host ?? '', code: ownUploadRefusal }],
    });
  let answer: PutAnswer;
  try {
    const put = options.onProgress && file.size > smallUpload ? putWithProgress : putWhole(fetcher);
    answer = await put(url, file, base64OfHex(md5), options);
  } catch (cause) {
    if (options.signal?.aborted) throw new ApiError('cancelled', line(), { cause });
    if (cause instanceof ApiError) throw cause;
    if (await wasBlocked(url.origin))
      throw new ApiError('blocked', line(), { messages: [{ message: url.origin }] });
    if (cause instanceof DOMException && cause.name === 'TimeoutError') throw new ApiError('timeout', line());
    throw new ApiError(isOnline() ? 'unreachable' : 'offline', line());
  }
  const { status, text, etag } = answer;
  // Object stores report the MD5 of the received bytes as ETag; an ETag of another form shows nothing about it.
  if (status >= 200 && status < 300)
    return etag?.replaceAll('"', '').toLowerCase() === md5.toLowerCase() ? 'confirmed' : 'taken';
  // An address takes one upload: the first one arrived and its answer was lost (Rule UP-4).
  if (status === 409) return 'there';
  // The refusal comes from the object store, not from the service, and the store does not know the key.
  const kind = status === 401 || status === 403 ? 'refused' : kindOfStatus(status);
  const isAltered = status === 400 && saysAltered.test(text);
  const error = new ApiError(kind, line(status), {
    messages: isAltered
      ? [{ message: '', code: alteredBytes }]
      : // The address itself is the permission to write.
        readMessages(parsed(text), secretsOfAddress(url)),
  });
  throw [401, 403, 404, 410].includes(status) ? new AddressGone(error) : error;
}

/** Long values of an address of uploads: its signature and its credentials are among them. */
const secretsOfAddress = ({ searchParams }: URL): string[] =>
  [...searchParams.values()].filter((value) => value.length >= 20);

const isLoopback = (url: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);

/** Over https, or to the service itself; on this machine alone, where the service is on it too, also to its store. */
export const mayReceiveUploads = (url: URL, ownOrigin: string): boolean =>
  url.protocol === 'https:' ||
  url.origin === ownOrigin ||
  (url.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(ownOrigin)));

/** In place of an upload address wherever a request is shown. */
const uploadPath = '(upload address)';

/** The line of a request to an upload address, without the address. */
export const uploadLine = (method: 'POST' | 'PUT', status?: number): RequestLine => ({
  method,
  path: uploadPath,
  ...(status === undefined ? {} : { status }),
  at: currentTime().toISOString(),
});

/** Milliseconds for a small file; a long one may take as long as it moves. */
const smallTimeout = 60_000;

const putWhole =
  (fetcher: typeof fetch) =>
  async (
    url: URL,
    file: Blob,
    md5: string,
    { signal, headers = {}, onProgress }: PutOptions,
  ): Promise<PutAnswer> => {
    const timeout = file.size > smallUpload ? undefined : AbortSignal.timeout(smallTimeout);
    const ends = [signal, timeout].filter((end) => end !== undefined);
    const response = await fetcher(url.href, {
      method: 'PUT',
      body: file,
      headers: { ...headers, 'content-md5': md5 },
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(ends.length > 0 ? { signal: AbortSignal.any(ends) } : {}),
    });
    // Read to its end in any case: an answer left unread is a connection cut short.
    const text = await response.text().catch(() => '');
    onProgress?.(file.size);
    return { status: response.status, text, etag: response.headers.get('etag') };
  };

/** By these codes an object store refuses bytes that have another digest than was declared. */
const saysAltered = /<Code>(?:BadDigest|XAmzContentSHA256Mismatch|XAmzContentChecksumMismatch)<\/Code>/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An object store answers XML: its code is said by the status.
    return /^\s*</.test(text) ? '' : text;
  }
}

/** `Content-MD5` is the base64 of the digest's bytes (RFC 1864). */
export function base64OfHex(hex: string): string {
  const pairs = hex.match(/../g) ?? [];
  return btoa(String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16))));
}
