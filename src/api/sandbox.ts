import { ApiError, kindOfStatus, readMessages } from './errors.ts';

/** What the sandbox hands to whoever enters the demo. */
export interface SandboxSession {
  readonly organizations: readonly { id: string; name: string; apiKey: string }[];
  readonly subjects: readonly { id: string; commonName: string; accessToken: string }[];
}

/** What a reader needs to judge what the sandbox makes. It counts only for a connection to that sandbox. */
export interface SandboxAnchors {
  readonly version: string;
  /** `use`: what the certificate is the root of; `sha256` of its DER. */
  readonly anchors: readonly { title: string; pem: string; sha256: string; use: string }[];
  /** How its Merkle proofs are folded. */
  readonly recipe: string;
  readonly endorsers: readonly { network: number; address: string; role?: string }[];
  readonly range?: { network: number; address: string };
}

/** A case made to fall in one known way, and the checks that fall. */
export interface SandboxStory {
  readonly name: string;
  readonly title?: string;
  /** Ids. */
  readonly witness: string;
  readonly request?: string;
  readonly expected: readonly { check: string; status: string; reason?: string }[];
}

/** @throws ApiError */
export async function readSandboxAnchors(fetcher: typeof fetch, origin: string): Promise<SandboxAnchors> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/anchors')) as SandboxAnchors;
}

/** @throws ApiError */
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
