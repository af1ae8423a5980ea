/** Who passed it to whom, as a drawing of a few and a table of all. */
import { countUntil, type Custody, type CustodyHolder, type CustodyWay } from '../custody.ts';

export interface GraphNode {
  readonly holder: CustodyHolder;
  readonly x: number;
  readonly y: number;
}

export interface GraphEdge {
  readonly way: CustodyWay;
  /** How often up to the event that is shown. */
  readonly times: number;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Holders that are left to the table. */
  readonly more: number;
}

/**
 * The holders that most went through, on a circle, and the ways between them; whoever the replay is at is always
 * among them. A place depends on the chain and on that alone, so that the replay moves nobody else.
 */
export function graphOf(custody: Custody, number: number, most: number): Graph {
  const busiest = [...custody.holders]
    .sort((a, b) => b.received.length - a.received.length || a.lane - b.lane)
    .slice(0, most)
    .sort((a, b) => a.lane - b.lane);
  const chosen = new Map(busiest.map((holder) => [holder.address, holder]));
  const event = custody.events[number - 1];
  const here = event && [event.from, event.to].map((one) => custody.holderByAddress.get(one));
  for (const holder of here ?? []) if (holder) chosen.set(holder.address, holder);
  const holders = [...chosen.values()];
  // The last of the circle may be guests of the replay; they share one more place each.
  const around = holders.length;
  const nodes = holders.map((holder, at) => {
    const angle = (2 * Math.PI * at) / around - Math.PI / 2;
    return { holder, x: Math.cos(angle), y: Math.sin(angle) };
  });
  return {
    nodes,
    edges: custody.ways
      .filter(({ from, to }) => chosen.has(from) && chosen.has(to))
      .map((way) => ({ way, times: countUntil(way.events, number) })),
    more: custody.holders.length - holders.length,
  };
}

/** Who holds it after an event, by walking the ways alone: what the graph says, for whoever compares. */
export function holderByWays(ways: readonly CustodyWay[], number: number): string | undefined {
  let last = 0;
  let holder: string | undefined;
  for (const { events, to } of ways) {
    const newest = events[countUntil(events, number) - 1] ?? 0;
    if (newest > last) [last, holder] = [newest, to];
  }
  return holder;
}
