import { describe, expect, it } from 'vitest';
import { currentTime, setClock } from '#clock/clock.ts';
import { planStory, witnessesOf } from './story.ts';

const hour = 3_600_000;
/** What a clock in Mexico City shows, as if it were UTC. */
const inMexico = (at: Date): Date => new Date(at.getTime() - 6 * hour);

describe('the demo on days when the calendar turns', () => {
  it.each(['2026-11-30T00:05:00-06:00', '2026-11-29T21:30:00-06:00', '2027-01-01T00:00:00-06:00'])(
    'at %s all of it has happened, and requests were made on working days',
    (at) => {
      setClock(new Date(at));
      const now = currentTime();
      const story = planStory(4310, now);
      for (const { createdAt, updatedAt } of story.requests) {
        expect(inMexico(createdAt).getUTCDay() % 6).not.toBe(0);
        expect(updatedAt.getTime()).toBeLessThanOrEqual(now.getTime());
      }
      for (const { createdAt } of witnessesOf(story))
        expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime());
    },
  );
});
