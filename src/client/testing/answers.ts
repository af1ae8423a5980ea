import { createClient, type Client } from '../http/client.ts';

/** One request that a fake service received. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
}

/** A `fetch` that answers from a function, and the requests that it received. */
export function fakeFetch(answer: (request: RecordedRequest) => Response | Promise<Response>): {
  fetch: typeof fetch;
  seen: RecordedRequest[];
} {
  const seen: RecordedRequest[] = [];
  return {
    seen,
    fetch: async (input, init = {}) => {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body;
      const request: RecordedRequest = {
        method: init.method ?? 'GET',
        url: new URL(input instanceof Request ? input.url : input),
        headers: new Headers(init.headers),
        body,
        init,
      };
      seen.push(request);
      if (init.signal?.aborted) throw new DOMException('Aborted', 'AbortError');
      return answer(request);
    },
  };
}

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

export const baseUrl = 'https://service.example/rest/v1';

export function clientOf(fetcher: typeof fetch, key: string | undefined = 'secret-key'): Client {
  return createClient({ baseUrl, scope: `${baseUrl}#`, key: () => key, fetch: fetcher });
}
