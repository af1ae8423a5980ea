import { z } from 'zod/mini';
import { ApiError, kindOfStatus, type RequestLine } from '../http/errors.ts';
import { isOnline } from '../http/online.ts';
import { readMessages } from '../http/refusal.ts';
import { AddressGone, uploadLine } from './upload.ts';

/** Where the bytes are put, and what goes with them. */
export interface DirectAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Only what belongs to an object store: nothing that a service answers adds a credential to a request. */
const StoreHeaders = z.record(z.string().check(z.regex(/^(?:content-md5|x-amz-[a-z0-9-]+)$/)), z.string());
const Exchanged = z.object({ url: z.string(), headers: StoreHeaders });

const longestMs = 30_000;

/**
 * Exchanges an upload address of the service for one of its object store, which takes these bytes and no others (Rule
 * UP-13).
 *
 * @param address of the service itself
 * @param bytes SHA-256 in lower-case hexadecimal
 * @throws ApiError; AddressGone when another address may help
 */
export async function requestDirectAddress(
  fetcher: typeof fetch,
  address: string,
  bytes: { readonly size: number; readonly sha256: string },
  signal: AbortSignal | undefined,
): Promise<DirectAddress> {
  const line = (status?: number): RequestLine => uploadLine('POST', status);
  const timeout = AbortSignal.timeout(longestMs);
  let status: number;
  let body: unknown;
  try {
    const response = await fetcher(address, {
      method: 'POST',
      body: JSON.stringify(bytes),
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    ({ status } = response);
    body = await response.json().catch(() => undefined);
  } catch (cause) {
    if (signal?.aborted) throw new ApiError('cancelled', line(), { cause });
    if (timeout.aborted) throw new ApiError('timeout', line());
    throw new ApiError(isOnline() ? 'unreachable' : 'offline', line());
  }
  if (status === 200) {
    const parsed = Exchanged.safeParse(body);
    if (parsed.success) return parsed.data;
    const message = 'The answer names no address of a store.';
    throw new ApiError('unreadable', line(status), { messages: [{ message }] });
  }
  const error = new ApiError(kindOfStatus(status), line(status), { messages: readMessages(body, []) });
  throw [404, 409, 410].includes(status) ? new AddressGone(error) : error;
}
