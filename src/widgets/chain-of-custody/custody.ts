/**
 * Who held a token, and when: one chain of events read as holdings, holders and ways between them. Arithmetic alone;
 * the order is that in which the proofs checked the links, and what a link is worth is theirs to say.
 */
import type { ChainLink } from '#proofs/token/token-chains.ts';
import { zeroAddress, type Following } from '#proofs/token/token.ts';

/** One transfer, as the table shows it. */
export interface CustodyEvent {
  /** From 1, in the order in which the links are checked. */
  readonly number: number;
  readonly id: string;
  /** Epoch seconds. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly following: Following;
  /** Height of its block, where the events came from logs. */
  readonly block: bigint | undefined;
}

/** Somebody who held it. Nobody is no holder: what is burnt is held by nobody. */
export interface CustodyHolder {
  readonly address: string;
  /** From 0, in the order in which they first held it, or first gave what they never got. */
  readonly lane: number;
  /** Numbers of the events by which it came to them, in order. */
  readonly received: readonly number[];
}

/** Everything that went from one to another. */
export interface CustodyWay {
  readonly from: string;
  readonly to: string;
  /** Numbers of the events, in order. */
  readonly events: readonly number[];
}

export interface Custody {
  readonly events: readonly CustodyEvent[];
  readonly holders: readonly CustodyHolder[];
  readonly holderByAddress: ReadonlyMap<string, CustodyHolder>;
  readonly ways: readonly CustodyWay[];
  /** The way of each event, by its number less one. */
  readonly wayOf: readonly CustodyWay[];
  readonly numberById: ReadonlyMap<string, number>;
}

/** What is so after an event: who holds it, since when and until which event. */
export interface CustodyState {
  readonly event: CustodyEvent;
  /** Undefined: it is burnt. */
  readonly holder: CustodyHolder | undefined;
  /** Epoch seconds. */
  readonly since: number;
  /** Undefined: to this day. */
  readonly until: number | undefined;
}

/** An event's id as it is compared: the service and a node may write the same one with and without `0x`. */
export const eventKey = (id: string): string => id.toLowerCase().replaceAll('0x', '');

export const isNobody = (address: string): boolean => address === zeroAddress;

export function readCustody(links: readonly ChainLink[]): Custody {
  const events = links.map(({ id, at, from, to, following, height }, index): CustodyEvent => ({
    number: index + 1,
    id,
    at,
    from,
    to,
    following,
    block: height,
  }));
  const received = new Map<string, number[]>();
  const ways = new Map<string, CustodyWay & { events: number[] }>();
  const wayOf: CustodyWay[] = [];
  const meet = (address: string): number[] => {
    const known = received.get(address) ?? [];
    if (!isNobody(address)) received.set(address, known);
    return known;
  };
  for (const { number, from, to } of events) {
    meet(from);
    meet(to).push(number);
    const key = `${from} ${to}`;
    const way = ways.get(key) ?? { from, to, events: [] };
    way.events.push(number);
    ways.set(key, way);
    wayOf.push(way);
  }
  const holders = [...received].map(([address, numbers], lane) => ({ address, lane, received: numbers }));
  return {
    events,
    holders,
    holderByAddress: new Map(holders.map((holder) => [holder.address, holder])),
    ways: [...ways.values()],
    wayOf,
    numberById: new Map(events.map(({ id, number }) => [eventKey(id), number])),
  };
}

/** @param number of an event; undefined where there is no such event */
export function stateAfter(custody: Custody, number: number): CustodyState | undefined {
  const event = custody.events[number - 1];
  if (event === undefined) return undefined;
  const next = custody.events[number];
  return {
    event,
    holder: custody.holderByAddress.get(event.to),
    since: event.at,
    until: next?.at,
  };
}

/** How many events there were by then: the number of the last one, 0 before the first. */
export function numberAt({ events }: Pick<Custody, 'events'>, at: number): number {
  return firstAfter(events.length, (index) => (events[index]?.at ?? 0) > at);
}

/** How many of an ascending list of numbers are not above one. */
export function countUntil(numbers: readonly number[], number: number): number {
  return firstAfter(numbers.length, (index) => (numbers[index] ?? 0) > number);
}

/** The first index for which it is so, where it stays so from there on. */
function firstAfter(length: number, isSo: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A stretch of a chain that is drawn at once: numbers of its first and last event. */
export interface CustodyWindow {
  readonly first: number;
  readonly last: number;
}

/**
 * The stretch in which an event is drawn. Stretches follow each other and share one event, so that no arrow is cut;
 * while the replay stays inside one, nothing on the page moves.
 */
export function windowAround(count: number, number: number, size: number): CustodyWindow {
  if (count <= size) return { first: 1, last: count };
  const step = size - 1;
  const page = Math.min(Math.floor(Math.max(0, number - 2) / step), Math.ceil((count - 1) / step) - 1);
  const first = page * step + 1;
  return { first, last: Math.min(count, first + step) };
}

/** What is drawn as one bar: who held it from one event to the next. */
export interface Holding {
  readonly number: number;
  readonly address: string;
  readonly from: number;
  /** Undefined: no later event of the chain. */
  readonly until: number | undefined;
}

/** Holders, bars and arrows of a stretch; the work is that of the stretch, whatever the chain. */
export interface CustodyLanes {
  readonly holders: readonly CustodyHolder[];
  readonly laneOf: ReadonlyMap<string, number>;
  readonly events: readonly CustodyEvent[];
  readonly holdings: readonly Holding[];
}

/** @param isPart there may be later events: until when the last holder had it is not known, and no bar is drawn */
export function lanesOf(custody: Custody, { first, last }: CustodyWindow, isPart: boolean): CustodyLanes {
  const events = custody.events.slice(first - 1, last);
  const addresses = new Set<string>();
  for (const { from, to } of events) for (const one of [from, to]) if (!isNobody(one)) addresses.add(one);
  const holders = [...addresses]
    .map((address) => custody.holderByAddress.get(address))
    .filter((holder) => holder !== undefined)
    .sort((a, b) => a.lane - b.lane);
  return {
    holders,
    laneOf: new Map(holders.map(({ address }, lane) => [address, lane])),
    events,
    holdings: events
      .filter(({ to, number }) => !isNobody(to) && !(isPart && number === custody.events.length))
      .map(({ number, to, at }) => ({
        number,
        address: to,
        from: at,
        until: custody.events[number]?.at,
      })),
  };
}
