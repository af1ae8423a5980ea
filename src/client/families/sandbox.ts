import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { SandboxClockMove } from '#contract/sandbox/sandbox.ts';
import type { SandboxFaultSetting } from '#contract/sandbox/injected-faults.ts';
import { createClient, type Client } from '../http/client.ts';
import { invalidatesEverythingOnSuccess } from '../queries/invalidate.ts';
import {
  advanceSandboxClock,
  answerInvite,
  burnToken,
  claimToken,
  clearSandboxFaults,
  readSandboxAnchors,
  readSandboxClock,
  readSandboxFaults,
  readSandboxStories,
  setSandboxFaults,
  transferToken,
} from '../sandbox.ts';

import { sandboxSession } from './sandbox-session.ts';

/**
 * The demo of the service that serves this page. Its keys stay in memory, like every key. Its changes invalidate
 * everything: the organization that is open in this tab may show them.
 */
export function sandbox(fetcher: typeof fetch, origin: string) {
  const key = [origin, 'sandbox'] as const;
  return {
    key,
    session: () => sandboxSession(fetcher, origin),
    anchors: () =>
      queryOptions({
        queryKey: [...key, 'anchors'],
        queryFn: () => readSandboxAnchors(fetcher, origin),
        staleTime: Infinity,
        retry: false,
      }),
    stories: () =>
      queryOptions({
        queryKey: [...key, 'stories'],
        queryFn: () => readSandboxStories(fetcher, origin),
        staleTime: Infinity,
        retry: false,
      }),
    clock: () =>
      queryOptions({
        queryKey: [...key, 'clock'],
        queryFn: () => readSandboxClock(fetcher, origin),
        retry: false,
      }),
    faults: () =>
      queryOptions({
        queryKey: [...key, 'faults'],
        queryFn: () => readSandboxFaults(fetcher, origin),
        retry: false,
      }),
    answerInvite: () =>
      mutationOptions({
        mutationFn: ({ invite, answer }: { readonly invite: string; readonly answer: 'sign' | 'reject' }) =>
          answerInvite(fetcher, origin, invite, answer),
        ...invalidatesEverythingOnSuccess,
      }),
    claim: (witnessId: string) =>
      mutationOptions({
        mutationFn: () => claimToken(fetcher, origin, witnessId),
        ...invalidatesEverythingOnSuccess,
      }),
    /** Transfers a token, or burns it where no recipient is named. */
    moveToken: (token: bigint) =>
      mutationOptions({
        mutationFn: (to: { readonly id: string; readonly name: string } | undefined) =>
          to ? transferToken(fetcher, origin, token, to.id) : burnToken(fetcher, origin, token),
        ...invalidatesEverythingOnSuccess,
      }),
    /** Certificates expire and proofs age with the clock. */
    advanceClock: () =>
      mutationOptions({
        mutationFn: (move: SandboxClockMove) => advanceSandboxClock(fetcher, origin, move),
        ...invalidatesEverythingOnSuccess,
      }),
    /** Replaces the injected faults; undefined clears them. */
    setFaults: () =>
      mutationOptions({
        mutationFn: (setting: SandboxFaultSetting | undefined) =>
          setting ? setSandboxFaults(fetcher, origin, setting) : clearSandboxFaults(fetcher, origin),
        onMutate: (_setting, { client }) => client.cancelQueries({ queryKey: [...key, 'faults'] }),
        onSuccess: (faults, _setting, _result, { client }) => client.setQueryData([...key, 'faults'], faults),
      }),
    /** Speaks as one of the demo's signers, beside whatever else is connected. */
    clientOf: (subject: { id: string; accessToken: string }): Client =>
      createClient({
        baseUrl: `${origin}/rest/v1`,
        scope: `${origin}/sandbox#${subject.id}`,
        fetch: fetcher,
        key: () => subject.accessToken,
      }),
  };
}
