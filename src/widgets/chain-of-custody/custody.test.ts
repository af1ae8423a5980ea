import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Context } from '#proofs/evidence/evidence.ts';
import { standard } from '#proofs/policy/policy.ts';
import { tokenChains, type ChainLink } from '#proofs/token/token-chains.ts';
import { zeroAddress } from '#proofs/token/token.ts';
import {
  countUntil,
  eventKey,
  lanesOf,
  numberAt,
  readCustody,
  stateAfter,
  windowAround,
  type Custody,
} from './custody.ts';
import { graphOf, holderByWays } from './graph/graph.ts';
import { scaleOf, ticksOf } from './lanes/scale.ts';

const id = 0x1234n;
const hash = id.toString(16).padStart(64, '0');
const wallet = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const context: Context = { policy: standard, now: 0, anchors: [], trustVersion: 'test', build: 'test' };

interface ReportedEvent {
  readonly network: number;
  readonly holders: readonly number[];
  readonly wait: number;
  readonly gap: number | undefined;
  readonly sameBlock: boolean;
}

/** Chains as nobody would wish for: burnt and made again, with gaps, on two networks, several in one second. */
const reported = fc.array(
  fc.record<ReportedEvent>({
    network: fc.constantFrom(421_614, 421_614, 421_614, 42_161),
    holders: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
    wait: fc.constantFrom(0, 0, 1, 3600, 86_400 * 40),
    gap: fc.option(fc.nat(5), { nil: undefined, freq: 5 }),
    sameBlock: fc.boolean(),
  }),
  { maxLength: 25 },
);

function eventsOf(blocks: readonly ReportedEvent[]) {
  let at = 1_700_000_000;
  let place = 0;
  const holderOn = new Map<number, number>();
  return blocks.flatMap(({ network, holders, wait, gap, sameBlock }, number) => {
    at += wait;
    return holders.map((to, index) => {
      const from = (index === 0 ? gap : undefined) ?? holderOn.get(network) ?? 0;
      holderOn.set(network, to);
      place += 1;
      const block = sameBlock ? number : 1000 + place;
      return {
        id: `0x${block.toString(16).padStart(64, '0')}-0x${place.toString(16)}`,
        timestamp: at,
        from: wallet(from),
        to: wallet(to),
        digest: id,
        network,
      };
    });
  });
}

const chainsOf = (items: ReturnType<typeof eventsOf>) =>
  tokenChains(
    { id, ownerId: wallet(1), network: 421_614 },
    hash,
    undefined,
    { events: { items, complete: true } },
    context,
  );

const random = fc.tuple(reported, fc.infiniteStream(fc.nat())).map(([blocks, order]) => {
  const items = eventsOf(blocks);
  // Services tell them in any order.
  const shuffled = items
    .map((item) => ({ item, by: order.next().value as number }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item);
  return { items, chains: chainsOf(shuffled) };
});

/** What the table alone says: the last `to` of its first rows. */
const byTable = (links: readonly ChainLink[], number: number): string | undefined =>
  links.slice(0, number).at(-1)?.to;

describe('replay, table and graph of a chain', () => {
  it('say the same after every event, for any chain', () => {
    fc.assert(
      fc.property(random, ({ items, chains }) => {
        // Nothing is lost between the networks, and nothing is on two of them.
        expect(chains.flatMap(({ links }) => links.map((link) => link.id)).sort()).toEqual(
          items.map((item) => item.id).sort(),
        );
        for (const { links } of chains) {
          const custody = readCustody(links);
          for (let number = 0; number <= links.length; number += 1) {
            const replayed = stateAfter(custody, number);
            expect(replayed?.event.to).toBe(byTable(links, number));
            expect(replayed?.holder?.address).toBe(
              replayed?.event.to === zeroAddress ? undefined : byTable(links, number),
            );
            expect(holderByWays(custody.ways, number)).toBe(byTable(links, number));
            // Ways that were gone so often are as many as the events.
            const gone = custody.ways.reduce((sum, { events }) => sum + countUntil(events, number), 0);
            expect(gone).toBe(number);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('say the same at every time, and a bar lasts until the event after it', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: -10, max: 86_400 * 400 }), ({ chains }, offset) => {
        const at = 1_700_000_000 + offset;
        for (const { links } of chains) {
          const custody = readCustody(links);
          const number = numberAt(custody, at);
          expect(number).toBe(links.filter((link) => link.at <= at).length);
          const { holdings } = lanesOf(custody, { first: 1, last: links.length }, false);
          // Of a part of the events it is not known until when the last holder had it.
          const { holdings: ofPart } = lanesOf(custody, { first: 1, last: links.length }, true);
          expect(ofPart).toEqual(holdings.filter(({ until }) => until !== undefined));
          const held = holdings.filter(
            ({ from, until }) => from <= at && (until === undefined || until > at),
          );
          const holder = byTable(links, number);
          expect(held.map(({ address }) => address)).toEqual(
            holder === undefined || holder === zeroAddress ? [] : [holder],
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('stretches cover every event, share one, and hold whatever the replay is at', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }),
        fc.integer({ min: 2, max: 40 }),
        fc.nat(6000),
        (count, size, some) => {
          const number = 1 + (some % count);
          const { first, last } = windowAround(count, number, size);
          expect(first).toBeLessThanOrEqual(number);
          expect(last).toBeGreaterThanOrEqual(number);
          expect(last - first).toBeLessThan(size);
          expect(last).toBeLessThanOrEqual(count);
          // The step to the next event is never between two stretches.
          if (number < count && windowAround(count, number + 1, size).first !== first)
            expect(windowAround(count, number + 1, size).first).toBe(number);
        },
      ),
    );
  });

  it('the graph keeps the one who gives and the one who gets in sight, however many there are', () => {
    const links = ring(60, 300);
    const custody = readCustody(links);
    for (const number of [1, 31, 59, 300]) {
      const { nodes, edges, more } = graphOf(custody, number, 12);
      const { to } = custody.events[number - 1] ?? expect.fail();
      expect(nodes.map(({ holder }) => holder.address)).toContain(to);
      expect(nodes.length + more).toBe(60);
      expect(
        edges.every(({ way, times }) => times === way.events.filter((one) => one <= number).length),
      ).toBe(true);
    }
  });
});

/** A token that goes round among so many holders. */
const ring = (holders: number, count: number): readonly ChainLink[] =>
  chainsOf(
    Array.from({ length: count }, (_, at) => ({
      id: `0x${at.toString(16).padStart(64, '0')}-0x0`,
      timestamp: 1_700_000_000 + at * 600,
      from: at === 0 ? zeroAddress : wallet(1 + ((at - 1) % holders)),
      to: wallet(1 + (at % holders)),
      digest: id,
      network: 421_614,
    })),
  )[0]?.links ?? expect.fail();

describe('5,000 events among 100 holders', () => {
  const links = ring(100, 5000);

  it('are read by looking at each a fixed number of times', () => {
    let looks = 0;
    const counted = links.map(
      (link) => new Proxy(link, { get: (of, key) => ((looks += 1), Reflect.get(of, key) as unknown) }),
    );
    const custody = readCustody(counted);
    expect(custody.events).toHaveLength(5000);
    expect(looks).toBeLessThanOrEqual(10 * 5000);
  });

  it('draw a stretch, and find a holder at a time, without looking at the others', () => {
    const custody = readCustody(links);
    let looks = 0;
    const events = new Proxy(custody.events, {
      get: (of, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(of, key) as unknown;
      },
    });
    const watched: Custody = { ...custody, events };
    const stretch = windowAround(5000, 2500, 16);
    const lanes = lanesOf(watched, stretch, false);
    expect(lanes.events.map(({ number }) => number)).toContain(2500);
    expect(lanes.holders.length).toBeLessThanOrEqual(17);
    expect(looks).toBeLessThanOrEqual(3 * 16);
    looks = 0;
    expect(numberAt(watched, 1_700_000_000 + 2499 * 600)).toBe(2500);
    expect(looks).toBeLessThanOrEqual(14);
    looks = 0;
    expect(stateAfter(watched, 2500)?.holder?.address).toBe(wallet(100));
    expect(looks).toBeLessThanOrEqual(2);
  });
});

describe('the scale of the drawing', () => {
  it('keeps the order of events, their spacing, and turns a place back into its time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 60, 86_400, 86_400 * 90), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 200, max: 1200 }),
        (waits, width) => {
          let at = 1_700_000_000;
          const times = waits.map((wait) => (at += wait));
          const until = at + 86_400;
          const scale = scaleOf({ times, until, width, edge: 14, spacing: 22 });
          const spacing = Math.min(22, (width - 28) / times.length);
          for (const [index, x] of scale.places.entries()) {
            expect(x).toBeGreaterThanOrEqual(14 - 1e-6);
            if (index > 0) expect(x - (scale.places[index - 1] ?? 0)).toBeGreaterThanOrEqual(spacing - 1e-6);
          }
          expect(scale.place(until)).toBeLessThanOrEqual(width - 14 + 1e-6);
          for (const time of [times[0] ?? 0, at, (at + until) / 2])
            expect(scale.timeAt(scale.place(time))).toBeCloseTo(time, 2);
          const ticks = ticksOf(scale, times[0] ?? 0, until, -6 * 3600);
          for (const [index, tick] of ticks.entries())
            if (index > 0) expect(tick.x - (ticks[index - 1]?.x ?? 0)).toBeGreaterThanOrEqual(76);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('marks months where the reader is', () => {
    const from = Date.UTC(2026, 6, 9, 16) / 1000;
    const until = Date.UTC(2026, 10, 20) / 1000;
    const scale = scaleOf({ times: [from], until, width: 700, edge: 14, spacing: 22 });
    const ticks = ticksOf(scale, from, until, -6 * 3600);
    expect(ticks.map(({ unit }) => unit)).toEqual(Array(4).fill('month'));
    expect(ticks.map(({ at }) => new Date(at * 1000).toISOString().slice(0, 13))).toEqual(
      ['08', '09', '10', '11'].map((month) => `2026-${month}-01T06`),
    );
  });
});

it('an event is the same one with and without 0x', () => {
  expect(eventKey(`0x${'AB'.repeat(32)}-0x1`)).toBe(eventKey(`${'ab'.repeat(32)}-1`));
});
