import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, type AxisEvent } from './time-axis.ts';

const start = Date.UTC(2026, 10, 9);
/** Dates in clusters, as evidence has them: seconds apart, then days or years of nothing. */
const times = fc.oneof(
  fc.integer({ min: 0, max: 3_600_000 }),
  fc.integer({ min: 0, max: 40 * 86_400_000 }),
  fc.integer({ min: 0, max: 4 * 365 * 86_400_000 }),
  fc.constantFrom(0, 1000, 60_000, 9 * 86_400_000),
);
const events: fc.Arbitrary<AxisEvent[]> = fc
  .array(fc.record({ at: times, width: fc.integer({ min: 20, max: 210 }) }), { minLength: 1, maxLength: 16 })
  .map((list) => list.map(({ at, width }, key) => ({ key: `e${key}`, at: start + at, width })));
const widths = fc.integer({ min: 640, max: 1600 });

describe('the axis of the time ledger', () => {
  it('keeps the order of time, and equal times at one place', () => {
    fc.assert(
      fc.property(events, widths, (list, width) => {
        const axis = layOut({ events: list, width });
        for (const [index, one] of axis.events.entries()) {
          const next = axis.events[index + 1];
          if (next === undefined) continue;
          expect(next.at).toBeGreaterThanOrEqual(one.at);
          if (next.at === one.at) expect(next.x).toBe(one.x);
          else expect(next.x).toBeGreaterThan(one.x);
        }
        expect(new Set(axis.events.map(({ key }) => key)).size).toBe(list.length);
      }),
    );
  });

  it('lets no label cover another', () => {
    fc.assert(
      fc.property(events, widths, (list, width) => {
        const placed = layOut({ events: list, width }).events;
        for (const a of placed) {
          for (const b of placed) {
            if (a === b || a.row !== b.row) continue;
            expect(a.left + a.width <= b.left || b.left + b.width <= a.left).toBe(true);
          }
        }
      }),
    );
  });

  it('keeps shapes, labels, breaks and ticks inside its width', () => {
    fc.assert(
      fc.property(events, widths, (list, width) => {
        const axis = layOut({ events: list, width });
        const inside = (x: number): boolean => x >= 0 && x <= width;
        for (const { x, left, width: label } of axis.events) {
          expect([x, left, left + label].every(inside)).toBe(true);
        }
        expect([...axis.breaks, ...axis.ticks.map(({ x }) => x)].every(inside)).toBe(true);
      }),
    );
  });

  it('gives the same axis for the same dates in any order', () => {
    fc.assert(
      fc.property(events, widths, fc.infiniteStream(fc.nat()), (list, width, stream) => {
        const shuffled = [...list]
          .map((one) => ({ one, by: Number(stream.next().value) }))
          .sort((a, b) => a.by - b.by)
          .map(({ one }) => one);
        const [a, b] = [layOut({ events: list, width }), layOut({ events: shuffled, width })];
        expect({ ...a, place: undefined }).toEqual({ ...b, place: undefined });
      }),
    );
  });

  it('places any time between its neighbours', () => {
    fc.assert(
      fc.property(
        events,
        widths,
        fc.array(times, { minLength: 2, maxLength: 8 }),
        (list, width, requested) => {
          const { place } = layOut({ events: list, width });
          const xs = [...requested].sort((a, b) => a - b).map((at) => place(start + at));
          for (const [index, x] of xs.entries()) expect(x).toBeLessThanOrEqual(xs[index + 1] ?? Infinity);
        },
      ),
    );
  });

  it('leaves out a stretch of nothing that is long beside the rest, and only that', () => {
    const event = (key: string, at: string): AxisEvent => ({ key, at: Date.parse(at), width: 80 });
    const evening = [
      event('signed', '2026-11-18T23:32:08Z'),
      event('reported', '2026-11-18T23:40:00Z'),
      event('stamp', '2026-11-18T23:41:07Z'),
      event('block', '2026-11-18T23:58:20Z'),
      event('root', '2026-11-19T00:02:44Z'),
    ];
    expect(layOut({ events: evening, width: 1000 }).breaks).toHaveLength(0);
    const axis = layOut({ events: [event('ocsp', '2026-11-09T17:03:51Z'), ...evening], width: 1000 });
    expect(axis.breaks).toHaveLength(1);
    const [ocsp, signed] = axis.events;
    expect(axis.breaks[0]).toBeGreaterThan(ocsp?.x ?? Infinity);
    expect(axis.breaks[0]).toBeLessThan(signed?.x ?? 0);
    // Half an hour takes most of the width, nine days the sign alone.
    expect(1000 - (signed?.x ?? 0)).toBeGreaterThan(700);
  });

  it('puts ticks on round times of the zone', () => {
    const offset = -6 * 3_600_000;
    const events = ['2026-11-18T23:32:08Z', '2026-11-19T00:02:44Z'].map((at, key) => ({
      key: String(key),
      at: Date.parse(at),
      width: 60,
    }));
    const { ticks } = layOut({ events, width: 1000, offset });
    expect(ticks.length).toBeGreaterThan(3);
    for (const { at, form } of ticks) {
      expect((at + offset) % 300_000).toBe(0);
      expect(form).toBe('time');
    }
  });
});
