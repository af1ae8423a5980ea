import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/http/errors.ts';
import { endorsables } from '#client/families/tokens/endorsables.ts';
import { endorseEvents } from '#client/families/tokens/endorse-events.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Endorsable, Witness } from '#contract/resources/resources.ts';
import type { QueryState } from '#widgets/query/query-view.tsx';
import { hashOfToken } from '#widgets/verification/collect/collect-token.ts';

/** What there is instead of a token. */
export interface TokenAbsence {
  readonly kind: 'absent';
  /** The witness of the same hash, where the service has it. */
  readonly witness: Witness | undefined;
  /** How many events the service has of it. */
  readonly events: number;
  /** These are all that there are. */
  readonly allEvents: boolean;
}

export type TokenRead = QueryState<{ readonly kind: 'token'; readonly token: Endorsable } | TokenAbsence>;

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
  const hasWitness = missing && hash.length === 64;
  const byHash = useQuery({
    ...witnesses(client).ofAnybody(hash),
    enabled: hasWitness,
    refetchInterval: live,
  });
  const witness = byHash.data ?? undefined;
  const inside = witness?.endorsable?.id == null ? undefined : { ...witness.endorsable, witness };
  const token = one.data ?? inside;
  const waits = hasWitness && byHash.isPending;
  // Events are reported by every service: one of them names the token even where no other operation does.
  const looksInEvents = missing && !waits && witness === undefined;
  const byEvents = useQuery({ ...endorseEvents(client).ofToken(id), enabled: looksInEvents });
  const reading = waits || (looksInEvents && byEvents.isPending);
  // A service without events says nothing of the token by that.
  const failed = byHash.error ?? (isMissing(byEvents.error) ? null : byEvents.error);
  const error = missing ? failed : one.error;
  const absence = {
    kind: 'absent',
    witness,
    events: byEvents.data?.items.length ?? 0,
    allEvents: byEvents.data?.complete === true,
  } as const;
  const isAbsent = missing && !reading && failed === null;
  return {
    data: token ? { kind: 'token', token } : isAbsent ? absence : undefined,
    error,
    isError: token ? one.isRefetchError : !isAbsent && error !== null,
    isFetching: one.isFetching || byHash.isFetching || byEvents.isFetching,
    dataUpdatedAt: one.dataUpdatedAt,
    refetch: () => {
      void one.refetch();
      if (hasWitness) void byHash.refetch();
      if (looksInEvents) void byEvents.refetch();
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'not-found' || error.kind === 'absent');
}
