import { describe, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { planStory } from './story.ts';
import { planTokens } from './tokens.ts';

const now = new Date('2026-11-20T15:42:00Z');

describe('tokens', () => {
  test.each(['2026-11-20T15:42:00Z', '2027-02-28T00:00:00Z'])(
    'at %s, are claimed by their initial owner once a third party has the hash, and pass on afterwards',
    (instant) => {
      const until = new Date(instant);
      const tokens = planTokens(planStory(4310, until), createRandom(4310), until);
      expect(tokens.length).toBeGreaterThanOrEqual(4);
      for (const { witness, holders } of tokens) {
        expect(holders[0]?.subject).toBe(witness.initialOwner);
        const instants = [witness.externalAt, ...holders.map(({ at }) => at), until].map(Number);
        expect(instants.slice(1).every((at, index) => at > (instants[index] ?? Infinity))).toBe(true);
        expect(holders.every(({ subject }, index) => subject !== holders[index - 1]?.subject)).toBe(true);
      }
    },
  );

  test('an owner that has not claimed yet has a witness that may be claimed, and no token', () => {
    const story = planStory(4310, now);
    const unclaimed = story.tokens.filter(({ claimed }) => !claimed);
    expect(unclaimed.length).toBeGreaterThan(0);
    const minted = planTokens(story, createRandom(4310), now).map(({ witness }) => witness.id);
    for (const { request } of unclaimed) {
      const { witness } = story.requests.find(({ key }) => key === request) ?? {};
      expect(witness?.initialOwner).toBeDefined();
      expect(witness?.externalAt).toBeDefined();
      expect(minted).not.toContain(witness?.id);
    }
  });
});
