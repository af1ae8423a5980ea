import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/errors.ts';
import { endorsables } from '#api/families/endorsables.ts';
import { endorseEvents } from '#api/families/endorse-events.ts';
import { witnesses } from '#api/families/witnesses.ts';
import { useConnection } from '#api/session-context.tsx';
import type { Endorsable, Witness } from '#contract/resources.ts';
import { hashOfToken } from '#widgets/judging/collect-token.ts';

export interface TokenRead {
  readonly token: Endorsable | undefined;
  /** The witness of the same hash, where the service has it and no token of it. */
  readonly witness: Witness | undefined;
  /** How many events the service tells of it, where it tells nothing else. */
  readonly events: number;
  readonly error: unknown;
  /** No token, and what there is instead is known. */
  readonly absent: boolean;
  readonly isFetching: boolean;
  /** The last reading failed, and an earlier one is shown. */
  readonly staleSince: number | undefined;
  readonly read: () => void;
}

/** How often it is looked whether somebody else has it now. */
const live = 10_000;

/**
 * A token by its id. Services that tell no tokens of their own tell them inside witnesses, which everybody may look
 * up by hash (Rule WI-8); where there is none yet, the witness says what it waits for.
 *
 * @param id a whole number
 */
export function useToken(id: string): TokenRead {
  const { client } = useConnection();
  const one = useQuery({ ...endorsables(client).one(id), refetchInterval: live });
  const missing = isMissing(one.error);
  const hash = hashOfToken(id);
  const byHash = useQuery({
    ...witnesses(client).ofAnybody(hash),
    enabled: missing && hash.length === 64,
    refetchInterval: live,
  });
  const witness = byHash.data ?? undefined;
  const inside = witness?.endorsable?.id == null ? undefined : { ...witness.endorsable, witness };
  const token = one.data ?? inside;
  const waits = missing && byHash.isPending && byHash.isFetching;
  // Events are told by every service: one of them names the token even where no other operation does.
  const byEvents = useQuery({
    ...endorseEvents(client).ofToken(id),
    enabled: missing && !waits && witness === undefined,
  });
  const reading = waits || (byEvents.isPending && byEvents.isFetching);
  return {
    token,
    witness,
    events: byEvents.data?.items.length ?? 0,
    error: missing ? byHash.error : one.error,
    absent: missing && !reading && token === undefined && byHash.error === null,
    isFetching: one.isFetching || byHash.isFetching,
    staleSince: one.isRefetchError ? one.dataUpdatedAt : undefined,
    read: () => void (missing ? Promise.all([one.refetch(), byHash.refetch()]) : one.refetch()),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'absent');
}
