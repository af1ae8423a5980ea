import { currentTime } from '#clock/clock.ts';
import type { Endorsable, Witness } from '#contract/resources.ts';
import type {
  SandboxAnchors,
  SandboxClock,
  SandboxClockMove,
  SandboxSession,
  SandboxStory,
} from '#contract/sandbox.ts';
import type { SandboxFaults, SandboxFaultSetting } from '#contract/sandbox-faults.ts';
import { ApiError, kindOfStatus } from './errors.ts';

export type { SandboxAnchors, SandboxClock, SandboxClockMove, SandboxSession } from '#contract/sandbox.ts';
export type { SandboxFaultKind, SandboxFaultRule, SandboxFaults } from '#contract/sandbox-faults.ts';

/** What a reader takes on trust when judging this sandbox, and nothing else. @throws ApiError */
export async function readSandboxAnchors(fetcher: typeof fetch, origin: string): Promise<SandboxAnchors> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/anchors')) as SandboxAnchors;
}

/** A story as it comes, unchecked: a screen that lists it can do without its title. */
export type ListedStory = Omit<SandboxStory, 'title'> & Partial<Pick<SandboxStory, 'title'>>;

/** Evidence with and without a defect, each with what falls in it. @throws ApiError */
export async function readSandboxStories(
  fetcher: typeof fetch,
  origin: string,
): Promise<readonly ListedStory[]> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/stories')) as readonly ListedStory[];
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

/** Mints the token of a witness for its initial owner (Rule ST-16). @throws ApiError (`conflict`: nothing to claim) */
export async function claimToken(fetcher: typeof fetch, origin: string, witnessId: string): Promise<Witness> {
  const path = `/sandbox/witnesses/${encodeURIComponent(witnessId)}/claim`;
  return (await ask(fetcher, origin, 'POST', path)) as Witness;
}

/**
 * Passes a token on by the key of its holder (Rule ST-17).
 *
 * @param to id of a subject or address of a wallet; a list of them, at most 5,000: to each in order, or to none
 * @throws ApiError (`conflict`: the sandbox has not that key)
 */
export async function transferToken(
  fetcher: typeof fetch,
  origin: string,
  token: bigint,
  to: string | readonly string[],
): Promise<Endorsable> {
  return (await ask(fetcher, origin, 'POST', `/sandbox/tokens/${token}/transfer`, { to })) as Endorsable;
}

/** Burns a token by the key of its holder: nobody has it from then on. @throws ApiError */
export async function burnToken(fetcher: typeof fetch, origin: string, token: bigint): Promise<Endorsable> {
  return (await ask(fetcher, origin, 'POST', `/sandbox/tokens/${token}/burn`)) as Endorsable;
}

/** What the sandbox takes for now (Rule ST-19). @throws ApiError */
export async function readSandboxClock(fetcher: typeof fetch, origin: string): Promise<SandboxClock> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/clock')) as SandboxClock;
}

/** Moves that clock forward, by seconds or to an instant. @throws ApiError (`conflict`: it would go back, or too far) */
export async function advanceSandboxClock(
  fetcher: typeof fetch,
  origin: string,
  to: SandboxClockMove,
): Promise<SandboxClock> {
  return (await ask(fetcher, origin, 'POST', '/sandbox/clock', to)) as SandboxClock;
}

/** Which faults are set on purpose, and what befell (Rule ST-20). @throws ApiError */
export async function readSandboxFaults(fetcher: typeof fetch, origin: string): Promise<SandboxFaults> {
  return (await ask(fetcher, origin, 'GET', '/sandbox/faults')) as SandboxFaults;
}

/** Sets faults in the place of those that were; counting begins anew. @throws ApiError (`rule`: names the field) */
export async function setSandboxFaults(
  fetcher: typeof fetch,
  origin: string,
  setting: SandboxFaultSetting,
): Promise<SandboxFaults> {
  return (await ask(fetcher, origin, 'PUT', '/sandbox/faults', setting)) as SandboxFaults;
}

/** @throws ApiError */
export async function clearSandboxFaults(fetcher: typeof fetch, origin: string): Promise<SandboxFaults> {
  return (await ask(fetcher, origin, 'DELETE', '/sandbox/faults')) as SandboxFaults;
}

async function ask(
  fetcher: typeof fetch,
  origin: string,
  method: string,
  path: string,
  content?: unknown,
): Promise<unknown> {
  const line = { method, path, at: currentTime().toISOString() };
  let response: Response;
  try {
    response = await fetcher(origin + path, {
      method,
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(content !== undefined && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    });
  } catch (cause) {
    throw new ApiError('unreachable', line, { cause });
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const { readMessages } = await import('./refusal.ts');
  throw new ApiError(
    kindOfStatus(response.status),
    { ...line, status: response.status },
    { messages: readMessages(answer) },
  );
}
