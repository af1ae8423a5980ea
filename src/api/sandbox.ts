import { ApiError, kindOfStatus, readMessages } from './errors.ts';

/** What the sandbox hands to whoever enters the demo. */
export interface SandboxSession {
  readonly organizations: readonly { id: string; name: string; apiKey: string }[];
  readonly subjects: readonly { id: string; commonName: string; accessToken: string }[];
}

/** Outside `/rest/v1`, on the page's own origin, without a key. @throws ApiError */
export async function readSandboxSession(fetcher: typeof fetch, origin: string): Promise<SandboxSession> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/session')) as SandboxSession;
}

/** Signs or rejects as the invited demo subject. @throws ApiError (`conflict` when it is not allowed) */
export function answerInvite(
  fetcher: typeof fetch,
  origin: string,
  inviteId: string,
  answer: 'sign' | 'reject',
): Promise<unknown> {
  return ask(fetcher, origin, 'POST', `/sandbox/invites/${encodeURIComponent(inviteId)}/${answer}`);
}

async function ask(fetcher: typeof fetch, origin: string, method: string, path: string): Promise<unknown> {
  const line = { method, path, at: new Date().toISOString() };
  let response: Response;
  try {
    response = await fetcher(origin + path, {
      method,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    });
  } catch (cause) {
    throw new ApiError('unreachable', line, { cause });
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body;
  throw new ApiError(
    kindOfStatus(response.status),
    { ...line, status: response.status },
    { messages: readMessages(body) },
  );
}
