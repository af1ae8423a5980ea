import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Witness } from '#contract/resources/resources.ts';
import { timelineOf } from './timeline.ts';
import { request } from '../testing/requests.ts';

describe('the history of a request', () => {
  test('what happened is in the order of its instants, and what is expected comes after it', () => {
    fc.assert(
      fc.property(request, (made) => {
        const events = timelineOf(made);
        const past = events.filter(({ future }) => !future);
        expect(events.slice(0, past.length)).toEqual(past);
        const dated = past.flatMap(({ at }) => at ?? []);
        expect(dated).toEqual([...dated].sort());
      }),
    );
  });

  test('every signer is in it once as an answer, given or awaited', () => {
    fc.assert(
      fc.property(request, (made) => {
        const answers = timelineOf(made).filter(({ kind }) => kind === 'signed' || kind === 'rejected');
        expect(answers.length).toBe(made.invites?.length ?? 0);
      }),
    );
  });

  test('a status that nobody knows is no signature', () => {
    const events = timelineOf({
      id: 'a',
      invites: [{ id: '1', status: 'EXPIRED', createdAt: '2026-11-20T15:00:00Z' }],
    });
    expect(events.some(({ kind }) => kind === 'signed')).toBe(false);
  });

  test('WI-14 a witness of which only the id came is not said to be still to come', () => {
    const preservations = (witness: Witness | null) =>
      timelineOf({ id: 'a', finalized: true, invites: [{ id: '1', status: 'SIGNED' }], witness }).filter(
        ({ kind }) => kind === 'preserved',
      );
    expect(preservations(null)).toHaveLength(1);
    expect(preservations({ id: 'w' })).toEqual([]);
  });

  test('an instant that the service does not send is not made up', () => {
    const [created] = timelineOf({ id: 'a' });
    expect(created).toEqual({ kind: 'created', at: undefined, future: false });
  });

  test('SR-12 the end is that of the last answer; a request without a signature expects no witness', () => {
    const events = timelineOf({
      id: 'a',
      finalized: true,
      invites: [
        {
          id: '1',
          status: 'REJECTED',
          rejectedAt: '2026-11-02T00:00:00Z',
          createdAt: '2026-11-01T00:00:00Z',
        },
        {
          id: '2',
          status: 'REJECTED',
          rejectedAt: '2026-11-03T00:00:00Z',
          createdAt: '2026-11-01T00:00:00Z',
        },
      ],
    });
    expect(events.find(({ kind }) => kind === 'finalized')?.at).toBe('2026-11-03T00:00:00Z');
    expect(events.some(({ kind }) => kind === 'preserved')).toBe(false);
  });
});
