import type { z } from 'zod/mini';
import { currentTime } from '#clock/clock.ts';
import type { SandboxClockMove } from '#contract/sandbox/sandbox.ts';
import type { SandboxFaultSetting } from '#contract/sandbox/injected-faults.ts';
import { ApiError } from './http/errors.ts';
import type { sandboxSchemas } from './read-sandbox.ts';

export type { ListedStory, SandboxClockMove, SandboxSession } from '#contract/sandbox/sandbox.ts';
export type { SandboxFaultKind, SandboxFaultRule, SandboxFaults } from '#contract/sandbox/injected-faults.ts';

type Schemas = typeof sandboxSchemas;
type Reading<N extends keyof Schemas> = Promise<z.infer<Schemas[N]>>;

/** The trust anchors for evidence of this sandbox. @throws ApiError */
export const readSandboxAnchors = (fetcher: typeof fetch, origin: string): Reading<'anchors'> =>
  read(({ anchors }) => anchors, fetcher, origin, 'GET', '/sandbox/anchors');

/** Evidence with and without a defect, each with what fails in it. @throws ApiError */
export const readSandboxStories = (fetcher: typeof fetch, origin: string): Reading<'stories'> =>
  read(({ stories }) => stories, fetcher, origin, 'GET', '/sandbox/stories');

/** Outside `/rest/v1`, on the page's own origin, without a key. @throws ApiError */
export const readSandboxSession = (fetcher: typeof fetch, origin: string): Reading<'session'> =>
  read(({ session }) => session, fetcher, origin, 'GET', '/sandbox/session');

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
export const claimToken = (fetcher: typeof fetch, origin: string, witnessId: string): Promise<unknown> =>
  ask(fetcher, origin, 'POST', `/sandbox/witnesses/${encodeURIComponent(witnessId)}/claim`);

/**
 * Transfers a token by the key of its holder (Rule ST-17).
 *
 * @param to id of a subject or address of a wallet; a list of them, at most 5,000: to each in order, or to none
 * @throws ApiError (`conflict`: the sandbox does not have that key)
 */
export const transferToken = (
  fetcher: typeof fetch,
  origin: string,
  token: bigint,
  to: string | readonly string[],
): Promise<unknown> => ask(fetcher, origin, 'POST', `/sandbox/tokens/${token}/transfer`, { to });

/** Burns a token by the key of its holder: nobody has it from then on. @throws ApiError */
export const burnToken = (fetcher: typeof fetch, origin: string, token: bigint): Promise<unknown> =>
  ask(fetcher, origin, 'POST', `/sandbox/tokens/${token}/burn`);

/** The present time of the sandbox (Rule ST-19). @throws ApiError */
export const readSandboxClock = (fetcher: typeof fetch, origin: string): Reading<'clock'> =>
  read(({ clock }) => clock, fetcher, origin, 'GET', '/sandbox/clock');

/** Moves that clock forward, by seconds or to an instant. @throws ApiError (`conflict`: it would go back, or too far) */
export const advanceSandboxClock = (
  fetcher: typeof fetch,
  origin: string,
  to: SandboxClockMove,
): Reading<'clock'> => read(({ clock }) => clock, fetcher, origin, 'POST', '/sandbox/clock', to);

/** Which faults are set on purpose, and how often each was injected (Rule ST-20). @throws ApiError */
export const readSandboxFaults = (fetcher: typeof fetch, origin: string): Reading<'faults'> =>
  read(({ faults }) => faults, fetcher, origin, 'GET', '/sandbox/faults');

/** Replaces the faults that are set; counting begins anew. @throws ApiError (`rule`: names the field) */
export const setSandboxFaults = (
  fetcher: typeof fetch,
  origin: string,
  setting: SandboxFaultSetting,
): Reading<'faults'> => read(({ faults }) => faults, fetcher, origin, 'PUT', '/sandbox/faults', setting);

/** @throws ApiError */
export const clearSandboxFaults = (fetcher: typeof fetch, origin: string): Reading<'faults'> =>
  read(({ faults }) => faults, fetcher, origin, 'DELETE', '/sandbox/faults');

async function read<T>(
  schemaOf: (schemas: Schemas) => z.ZodMiniType<T>,
  fetcher: typeof fetch,
  origin: string,
  method: string,
  path: string,
  content?: unknown,
): Promise<T> {
  // The schemas come while the call is on its way.
  const reading = import('./read-sandbox.ts');
  reading.catch(() => undefined);
  const answer = await ask(fetcher, origin, method, path, content);
  const { readSandboxAnswer, sandboxSchemas } = await reading;
  return readSandboxAnswer(schemaOf(sandboxSchemas), answer, {
    method,
    path,
    at: currentTime().toISOString(),
  });
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
  if (response.ok) return response.json().catch(() => undefined);
  const { readRefusal } = await import('./http/refusal.ts');
  throw await readRefusal(response, { ...line, status: response.status });
}
