import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { hold, layOver } from './stable-rows.ts';
import { requests } from '../testing/requests.ts';

const ids = (rows: readonly SignatureRequest[]) => rows.map(({ id }) => id);

describe('a list that is refreshed while it is looked at', () => {
  test('no row moves, comes or goes until it is requested', () => {
    fc.assert(
      fc.property(requests, requests, (before, after) => {
        const { shown } = layOver(hold('x', before, 1), after, 1);
        expect(ids(shown.rows)).toEqual(ids(before));
      }),
    );
  });

  test('nothing is said exactly when the same rows say the same', () => {
    fc.assert(
      fc.property(requests, requests, (before, after) => {
        expect(layOver(hold('x', before, 1), before.toReversed(), 1).shown.changes).toBe(0);
        const { changes } = layOver(hold('x', before, 1), after, 1).shown;
        const differ = [
          ...ids(before).filter((id) => !ids(after).includes(id)),
          ...ids(after).filter((id) => !ids(before).includes(id)),
        ];
        expect(changes).toBeGreaterThanOrEqual(differ.length);
      }),
    );
  });

  test('a row that answered shows the answer in its old place, with a dot', () => {
    const a: SignatureRequest = { id: 'a', name: 'A', invites: [{ id: 'i', status: 'PENDING' }] };
    const b: SignatureRequest = { id: 'b', name: 'B' };
    const answered = { ...a, invites: [{ id: 'i', status: 'SIGNED' }] };
    const { shown } = layOver(hold('x', [b, a], 1), [answered, b], 1);
    expect(ids(shown.rows)).toEqual(['b', 'a']);
    expect(shown.rows[1]).toBe(answered);
    expect([...shown.changed]).toEqual(['a']);
    expect(shown.changes).toBe(1);
  });

  test('come and gone rows are counted; once taken nothing is left to say', () => {
    const rows = (text: string): SignatureRequest[] => Array.from(text).map((id) => ({ id }));
    const { shown } = layOver(hold('x', rows('abc'), 1), rows('dbc'), 1);
    expect(shown.changes).toBe(2);
    expect(layOver(hold('x', rows('dbc'), 1), rows('dbc'), 1).shown.changes).toBe(0);
  });

  test('a further page goes to the end, without the rows that came in front meanwhile', () => {
    const rows = (text: string): SignatureRequest[] => Array.from(text).map((id) => ({ id }));
    const { held, shown } = layOver(hold('x', rows('abc'), 1), rows('Nabcdef'), 2);
    expect(ids(shown.rows).join('')).toBe('abcdef');
    expect(shown.changes).toBe(1);
    expect(ids(held.rows).join('')).toBe('abcdef');
  });

  test('a row pushed onto a page that was not read is not called gone', () => {
    const rows = (text: string): SignatureRequest[] => Array.from(text).map((id) => ({ id }));
    expect(layOver(hold('x', rows('abc'), 1), rows('Nab'), 1, false).shown.changes).toBe(1);
    expect(layOver(hold('x', rows('abc'), 1), rows('Nab'), 1, true).shown.changes).toBe(2);
  });

  test('WI-14 getting to know what was only an id is no change; what changes after that is one', () => {
    const stub: SignatureRequest = { id: 'a', invites: [{ id: 'i' }], witness: { id: 'w' } };
    const whole = (status: string): SignatureRequest => ({
      id: 'a',
      invites: [{ id: 'i', status }],
      witness: { id: 'w', timestampedAt: null },
    });
    const known = layOver(hold('x', [stub], 1), [whole('PENDING')], 1);
    expect(known.shown.changes).toBe(0);
    expect(layOver(known.held, [whole('SIGNED')], 1).shown.changes).toBe(1);
  });
});
