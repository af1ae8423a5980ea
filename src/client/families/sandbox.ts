import { queryOptions } from '@tanstack/react-query';
import { createClient, type Client } from '../http/client.ts';
import {
  readSandboxAnchors,
  readSandboxClock,
  readSandboxFaults,
  readSandboxSession,
  readSandboxStories,
} from '../sandbox.ts';

/** The demo of the service that serves this page. Its keys stay in memory, like every key. */
export function sandbox(fetcher: typeof fetch, origin: string) {
  const key = [origin, 'sandbox'] as const;
  return {
    key,
    session: () =>
      queryOptions({
        queryKey: [...key, 'session'],
        queryFn: () => readSandboxSession(fetcher, origin),
        staleTime: 60_000,
        retry: false,
      }),
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
