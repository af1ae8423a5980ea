import { tracedCall } from '../tracing/spans.ts';

/** Somebody outside did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * What a call to somebody outside gives, or a failure once it took too long: whatever hangs there hangs nothing here.
 *
 * @throws NoAnswer
 */
export async function within<T>(milliseconds: number, what: string, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NoAnswer(`${what} did not come within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await tracedCall(what, {}, () => Promise.race([call, late]));
  } finally {
    clearTimeout(timer);
  }
}
