/** An authority that did not answer, or answered what cannot be used; the same can be requested again later. */
export class AuthorityFailure extends Error {
  override readonly name = 'AuthorityFailure';
}

interface Message {
  readonly body: Uint8Array | string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Bytes of an answer; responses with their certificates have a few thousand. */
const mostBytes = 1 << 20;

/**
 * Sends one POST and reads its answer. No redirect is followed: whoever configured an address meant that one.
 *
 * @throws AuthorityFailure naming the host, never the whole address: it may hold a key
 */
export async function sendPost(address: URL, { body, headers, timeoutMs }: Message): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : Buffer.from(body),
      redirect: 'error',
      signal,
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new AuthorityFailure(`${address.host} answers with status ${answer.status}.`);
    }
    return await readBounded(address, answer);
  } catch (error) {
    if (error instanceof AuthorityFailure) throw error;
    const why = signal.aborted ? `does not answer within ${timeoutMs / 1000} s` : 'cannot be reached';
    throw new AuthorityFailure(`${address.host} ${why}.`, { cause: error });
  }
}

async function readBounded({ host }: URL, { body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // The type of the library leaves out that a body can be iterated over.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > mostBytes) throw new AuthorityFailure(`${host} answers more than ${mostBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
