import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import { idOf } from '#widgets/wallet-lists/id-of.ts';

/** What came in, what went out and what is held, of one network or of all. */
export interface Count {
  readonly in: number;
  readonly out: number;
  readonly held: number;
}

/** A token of which the movements and what is held say different things. */
export interface Disagreement {
  readonly token: bigint;
  readonly network: number;
  /** `missing`: it came and did not go, and is not among what is held · `unexplained`: held, and it never came, or went */
  readonly what: 'missing' | 'unexplained';
}

export interface Balance extends Count {
  /** In the order of their numbers. */
  readonly networks: readonly (Count & { readonly network: number })[];
  readonly disagreements: readonly Disagreement[];
}

/**
 * Whether what came in, less what went out, is what is held, token by token. It is as good as the lists: the three
 * are the service's word, and whole only when every page was read.
 */
export function balanceOf({
  held,
  came,
  went,
}: {
  held: readonly Endorsable[];
  came: readonly EndorseEvent[];
  went: readonly EndorseEvent[];
}): Balance {
  const networks = new Map<number, { in: number; out: number; held: number }>();
  const tokens = new Map<string, { token: bigint; network: number; moved: number; held: boolean }>();
  const at = (id: unknown, networkId: number | null | undefined) => {
    const network = networkId ?? 0;
    const count = networks.get(network) ?? { in: 0, out: 0, held: 0 };
    networks.set(network, count);
    const token = idOf(id);
    const key = `${network} ${token}`;
    const one = tokens.get(key) ?? { token, network, moved: 0, held: false };
    tokens.set(key, one);
    return { count, one };
  };
  for (const { digest, network } of came) {
    const { count, one } = at(digest, network);
    count.in += 1;
    one.moved += 1;
  }
  for (const { digest, network } of went) {
    const { count, one } = at(digest, network);
    count.out += 1;
    one.moved -= 1;
  }
  for (const { id, network } of held) {
    const { count, one } = at(id, network);
    count.held += 1;
    one.held = true;
  }
  const disagreements = [...tokens.values()].flatMap(
    ({ token, network, moved, held: here }): Disagreement[] =>
      moved > 0 && !here
        ? [{ token, network, what: 'missing' }]
        : moved !== (here ? 1 : 0)
          ? [{ token, network, what: 'unexplained' }]
          : [],
  );
  return {
    in: came.length,
    out: went.length,
    held: held.length,
    networks: [...networks]
      .map(([network, count]) => ({ network, ...count }))
      .sort((a, b) => a.network - b.network),
    disagreements,
  };
}

/** What movements alone say is held: for services that have no wallets. Newest first. */
export function heldByMovements(
  came: readonly EndorseEvent[],
  went: readonly EndorseEvent[],
): readonly Endorsable[] {
  const last = new Map<string, { event: EndorseEvent; moved: number }>();
  for (const [events, step] of [
    [came, 1],
    [went, -1],
  ] as const)
    for (const event of events) {
      const key = `${event.network ?? 0} ${idOf(event.digest)}`;
      const before = last.get(key);
      const moved = (before?.moved ?? 0) + step;
      const newest = step === 1 && (event.timestamp ?? 0) >= (before?.event.timestamp ?? -1);
      last.set(key, { event: newest || !before ? event : before.event, moved });
    }
  return [...last.values()]
    .filter(({ moved }) => moved > 0)
    .map(({ event: { digest, network, timestamp } }) => ({ id: digest, network, timestamp }))
    .sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
}
