/** What `first-script.js` requested before any module had come. */
interface Page {
  fetch: typeof fetch;
  location: { origin: string };
  /** The answer of `/sandbox/session`. */
  testigoDemo?: Promise<Response>;
  /** The first answers of the page by their addresses, and the header under which they came. */
  testigoCalls?: Record<string, Promise<{ authorization: string; answer: Response }>>;
}

/** The browser's own `fetch`, which hands over each of those answers once, to the call that it is the answer of. */
export function fetchWithEarlyAnswer(page: Page): typeof fetch {
  const fetcher = page.fetch.bind(page);
  const early = new Map<string, (authorization: string | null) => Promise<Response | undefined>>();
  const { testigoDemo: demo, testigoCalls: calls = {} } = page;
  delete page.testigoDemo;
  delete page.testigoCalls;
  if (demo) early.set(`${page.location.origin}/sandbox/session`, () => demo);
  for (const [address, call] of Object.entries(calls))
    early.set(address, (wanted) =>
      call.then(
        ({ authorization, answer }) => (authorization === wanted ? answer : undefined),
        // Whatever failed is requested again, and fails where somebody waits for it.
        () => undefined,
      ),
    );
  return async (input, init) => {
    const take = typeof input === 'string' && init?.method === 'GET' ? early.get(input) : undefined;
    if (!take) return fetcher(input, init);
    early.delete(input as string);
    const answer = await beforeAbort(take(new Headers(init?.headers).get('authorization')), init?.signal);
    return answer ?? fetcher(input, init);
  };
}

/** @throws the reason of the signal, once it is aborted */
function beforeAbort<T>(result: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
