import type { OperationName, OutputOf } from '#contract/operations/operations.ts';
import { rateNameOf, type RatePath } from '#contract/resources/rate-names.ts';
import { addresses } from './addresses.ts';
import { ApiError, isServerError, type RequestLine } from './errors.ts';
import { readJson } from './json.ts';
import {
  isOwnOrigin,
  sendUntilTaken,
  type AnyCallOptions,
  type AnyOperationName,
  type CallOptions,
  type ClientSettings,
} from './send-call.ts';
import { writeQuery, fillPath } from './write-query.ts';
import { factsSlot, tabStore } from '../session/preferences.ts';

/** Speaks to one service with one key. */
export interface Client {
  /** Identifies the connection in cache keys: never holds the key. */
  readonly scope: string;
  /** @throws ApiError */
  call<N extends OperationName>(name: N, options?: CallOptions<N>): Promise<OutputOf<N>>;
  /** Reads one of the rate series, which are addressed by their names. @throws ApiError */
  rates(
    path: RatePath,
    options?: Pick<CallOptions<OperationName>, 'params' | 'nested' | 'signal'>,
  ): Promise<unknown>;
  /** The bytes of an operation that does not answer JSON. @throws ApiError */
  bytes(
    name: OperationName,
    options?: CallOptions<OperationName>,
  ): Promise<{ bytes: ArrayBuffer; type: string }>;
}

/** An answer by its address, stored until the service answers that it changed. */
interface KnownAnswer {
  readonly etag: string;
  readonly key: string | undefined;
  readonly value: unknown;
}
const mostKnown = 40;

export function createClient(settings: ClientSettings): Client {
  const known = new Map<string, KnownAnswer>();
  // Another origin need not let the header through, and would refuse the call for it.
  const remembers = isOwnOrigin(settings.baseUrl);

  const noteServerError =
    (name: AnyOperationName) =>
    (error: unknown): never => {
      if (isServerError(error)) settings.onServerError?.(name);
      throw error;
    };

  async function answer(
    name: AnyOperationName,
    { method, path }: { method: string; path: string },
    options: AnyCallOptions,
  ): Promise<unknown> {
    // The module loads while the request is under way; before a change it is loaded first, so that the answer can be read.
    const answers = import('../answers/take-answer.ts');
    answers.catch(() => undefined);
    let { query = {}, nested = {} } = options;
    // The same module knows which arguments this service refused.
    if (method !== 'GET' || tabStore.get(factsSlot) !== null) {
      const { withoutRefused } = await answers;
      query = withoutRefused(settings.baseUrl, method, path, query);
      nested = withoutRefused(settings.baseUrl, method, path, nested);
    }
    const address = fillPath(path, options.params) + writeQuery({ ...query, ...nested });
    const before = remembers && method === 'GET' ? known.get(address) : undefined;
    const sent = sendUntilTaken(
      settings,
      { method, path },
      { ...options, query, nested },
      async (response, line, key) => {
        if (response.status === 304) return { value: before?.value, line };
        const etag = response.headers.get('etag');
        const read = await readBody(response, line);
        if (remembers && method === 'GET' && etag) remember(known, address, { etag, key, value: read });
        return { value: read, line };
      },
      { etagFor: (key) => (before?.key === key ? before?.etag : undefined) },
    );
    const { value, line } = await sent.catch(noteServerError(name));
    // A service may answer 200 with null for what it does not have.
    if (value === null || value === undefined) throw new ApiError('not-found', line);
    const { takeAnswer } = await answers;
    return takeAnswer(settings.scope, name, value, line, (issues) => settings.onRead?.(name, issues));
  }

  return {
    scope: settings.scope,
    rates: (path, options = {}) => answer(rateNameOf(path), { method: 'GET', path }, options),
    async call(name, options = {}) {
      const value = await answer(name, addresses[name], options);
      // The contract leaves every field optional, and what is of another kind than it says was left out.
      return value as OutputOf<typeof name>;
    },
    async bytes(name, options = {}) {
      // The service decides the media type of content; one that is offered only JSON may refuse.
      const read = async (response: Response, line: RequestLine) => {
        const bytes = await response.arrayBuffer().catch((cause: unknown) => {
          throw new ApiError('unreachable', line, { cause });
        });
        return { bytes, type: response.headers.get('content-type') ?? '' };
      };
      return sendUntilTaken(settings, addresses[name], options, read, { accept: '*/*' }).catch(
        noteServerError(name),
      );
    },
  };
}

/** Stores an answer and drops the one that was read least recently. */
function remember(known: Map<string, KnownAnswer>, address: string, answer: KnownAnswer): void {
  known.delete(address);
  known.set(address, answer);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

async function readBody(response: Response, line: RequestLine): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new ApiError('unreachable', line, { cause });
  }
  // Null says that a service has nothing; no text says nothing. Of a change it may mean that it was made.
  if (text === '' && line.method !== 'GET') return null;
  try {
    return await readJson(text);
  } catch (cause) {
    // A live deployment answers its time as bare text.
    if (/^\s*\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)\s*$/.test(text)) return text.trim();
    throw new ApiError('unreadable', line, {
      cause,
      messages: [{ message: cause instanceof Error ? cause.message : String(cause) }],
    });
  }
}
