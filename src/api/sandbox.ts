import type { SandboxAnchors, SandboxSession, SandboxStory } from '#contract/sandbox.ts';
import { ApiError, kindOfStatus, readMessages } from './errors.ts';

export type { SandboxAnchors, SandboxSession, SandboxStory } from '#contract/sandbox.ts';

/** What a reader takes on trust when judging this sandbox, and nothing else. @throws ApiError */
export async function readSandboxAnchors(fetcher: typeof fetch, origin: string): Promise<SandboxAnchors> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/anchors')) as SandboxAnchors;
}

/** Evidence with and without a defect, each with what falls in it. @throws ApiError */
export async function readSandboxStories(
  fetcher: typeof fetch,
  origin: string,
): Promise<readonly SandboxStory[]> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/stories')) as readonly SandboxStory[];
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
