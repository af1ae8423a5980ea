import { ApiError, kindOfStatus, readMessages, type RequestLine } from '../errors.ts';
import { wasBlocked } from '../policy-watch.ts';

/**
 * Puts a file's bytes at the address that the service answered (Rules UP-1, UP-2). The address is a secret
 * that anybody could write to: it is never logged, stored or shown, and it never receives the bearer key.
 *
 * @param address only https, or the connection's own origin
 * @param md5 lower-case hexadecimal, as declared when the address was asked for
 * @throws ApiError
 */
export async function putFile(
  fetcher: typeof fetch,
  address: string,
  file: Blob,
  md5: string,
  options: { ownOrigin: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const line = (status?: number): RequestLine => ({
    method: 'PUT',
    path: '(upload address)',
    ...(status === undefined ? {} : { status }),
    at: new Date().toISOString(),
  });
  const url = URL.canParse(address, options.ownOrigin) ? new URL(address, options.ownOrigin) : undefined;
  const allowed = url && (url.protocol === 'https:' || url.origin === options.ownOrigin);
  if (!allowed || url.username || url.password)
    throw new ApiError('refused', line(), {
      messages: [{ message: 'The service answered an upload address that is neither https nor its own.' }],
    });
  let response: Response;
  try {
    response = await fetcher(url.href, {
      method: 'PUT',
      body: file,
      headers: { 'content-md5': base64OfHex(md5) },
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw new ApiError('cancelled', line(), { cause });
    if (await wasBlocked(url.origin))
      throw new ApiError('blocked', line(), { messages: [{ message: url.origin }] });
    throw new ApiError(navigator.onLine ? 'unreachable' : 'offline', line());
  }
  // Read to its end in any case: an answer left unread is a connection cut short.
  const text = await response.text().catch(() => '');
  if (response.ok) return;
  throw new ApiError(kindOfStatus(response.status), line(response.status), {
    messages: readMessages(parsed(text)),
  });
}

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
