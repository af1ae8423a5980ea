import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { planStory } from './story.ts';
import { makeTokens } from './tokens.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const facts = { hashOf: sha, walletOf: (key: string) => `0x${sha(key).slice(0, 40)}` };
const zero = `0x${'0'.repeat(40)}`;

describe('tokens', () => {
  test.each(['2026-11-20T15:42:00Z', '2027-02-28T00:00:00Z'])(
    'at %s, chains hold link by link',
    (instant) => {
      const now = new Date(instant);
      const tokens = makeTokens(planStory(4310, now), createRandom(4310), now, facts);
      expect(tokens.length).toBeGreaterThanOrEqual(4);
      for (const { id, ownerId, events, timestamp } of tokens) {
        expect(events[0]!.fromId).toBe(zero);
        expect(events[0]!.timestamp).toBe(timestamp);
        expect(events.at(-1)!.toId).toBe(ownerId);
        events.forEach((event, i) => {
          expect(event.digest).toBe(id);
          expect(event.network).toBe(421_614);
          expect(event.timestamp * 1000).toBeLessThanOrEqual(now.getTime());
          expect(event.id).toMatch(/^0x[0-9a-f]{64}-0x[0-9a-f]+$/);
          if (i === 0) return;
          expect(event.fromId).toBe(events[i - 1]!.toId);
          expect(event.timestamp).toBeGreaterThan(events[i - 1]!.timestamp);
        });
      }
      const ids = tokens.flatMap(({ events }) => events.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  test('a token is the number of its document hash, and names a witness whose initial owner minted it', () => {
    const now = new Date('2026-11-20T15:42:00Z');
    const story = planStory(4310, now);
    for (const token of makeTokens(story, createRandom(4310), now, facts)) {
      const request = story.requests.find(({ witness }) => witness?.id === token.witnessId)!;
      expect(token.id.toString(16).padStart(64, '0')).toBe(sha(request.key));
      expect(token.events[0]!.toId).toBe(facts.walletOf(request.witness!.initialOwner!));
      const processed = [
        request.witness!.nom151At,
        request.witness!.merkleizedAt,
        request.witness!.externalAt,
      ];
      const earliest = Math.min(...processed.flatMap((at) => (at === undefined ? [] : [at.getTime()])));
      expect(token.timestamp * 1000).toBeGreaterThanOrEqual(earliest);
    }
  });

  test('an owner that has not claimed yet has a witness and no token', () => {
    const now = new Date('2026-11-20T15:42:00Z');
    const story = planStory(4310, now);
    const unclaimed = story.tokens.filter(({ claimed }) => !claimed);
    expect(unclaimed.length).toBeGreaterThan(0);
    const minted = makeTokens(story, createRandom(4310), now, facts).map(({ witnessId }) => witnessId);
    for (const { request } of unclaimed) {
      const { witness } = story.requests.find(({ key }) => key === request)!;
      expect(witness!.initialOwner).toBeDefined();
      expect(minted).not.toContain(witness!.id);
    }
  });
});
