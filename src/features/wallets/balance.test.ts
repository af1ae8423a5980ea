import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Endorsable, EndorseEvent } from '#contract/resources/resources.ts';
import { balanceOf, heldByMovements } from './balance.ts';

const own = '0xa';
const others = ['0xb', '0xc', '0x0'] as const;

/** Tokens that go from hand to hand, as a chain lets them: whoever has one gives it. */
const world = fc
  .array(
    fc.record({
      network: fc.constantFrom(42161, 421614),
      path: fc.array(fc.constantFrom(own, ...others), { minLength: 1, maxLength: 6 }),
    }),
    { maxLength: 8 },
  )
  .map((tokens) => {
    const events: EndorseEvent[] = [];
    const held: Endorsable[] = [];
    tokens.forEach(({ network, path }, token) => {
      let from = '0x0';
      path.forEach((to, step) => {
        events.push({
          id: `${token} ${step}`,
          digest: String(token),
          network,
          timestamp: step,
          fromId: from,
          toId: to,
        });
        from = to;
      });
      if (from === own) held.push({ id: BigInt(token), network, ownerId: own });
    });
    return {
      held,
      came: events.filter(({ toId }) => toId === own),
      went: events.filter(({ fromId }) => fromId === own),
    };
  });

describe('The balance of a wallet', () => {
  it('agrees for whatever really happened, by network and as a whole', () => {
    fc.assert(
      fc.property(world, (lists) => {
        const { disagreements, networks, ...whole } = balanceOf(lists);
        expect(disagreements).toEqual([]);
        for (const count of [whole, ...networks]) expect(count.in - count.out).toBe(count.held);
        expect(networks.reduce((sum, { held }) => sum + held, 0)).toBe(lists.held.length);
        const derived = heldByMovements(lists.came, lists.went).map(({ id }) => BigInt(id ?? -1));
        expect(new Set(derived)).toEqual(new Set(lists.held.map(({ id }) => BigInt(id ?? -1))));
      }),
    );
  });

  it('names the token that is withheld, and the one that nobody gave, even where the numbers agree', () => {
    const event = (digest: string) => ({
      id: digest,
      digest,
      network: 1,
      fromId: '0xb',
      toId: own,
      timestamp: 1,
    });
    const balance = balanceOf({ held: [{ id: '8', network: 1 }], came: [event('7')], went: [] });
    expect(balance).toMatchObject({ in: 1, out: 0, held: 1 });
    expect(balance.disagreements).toEqual([
      { token: 7n, network: 1, what: 'missing' },
      { token: 8n, network: 1, what: 'unexplained' },
    ]);
  });

  it('does not take one network for another, nor what came twice for what came once', () => {
    const came = [{ id: 'x', digest: 7, network: 1, toId: own }];
    expect(balanceOf({ held: [{ id: 7, network: 2 }], came, went: [] }).disagreements).toHaveLength(2);
    expect(
      balanceOf({ held: [{ id: 7, network: 1 }], came: [...came, ...came], went: [] }).disagreements,
    ).toEqual([{ token: 7n, network: 1, what: 'unexplained' }]);
  });
});
