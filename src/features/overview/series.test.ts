import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageByWeek, latestActivity, mondayOf, requestsByDay } from './series.ts';

const zone = 'America/Mexico_City';
const now = new Date('2026-11-20T03:00:00Z');

describe('series of the overview', () => {
  it('a day is a day of the reader’s zone, not of UTC', () => {
    // 03:00 UTC of the 20th is the evening of the 19th in Mexico.
    const days = requestsByDay([{ createdAt: '2026-11-20T02:00:00Z', finalized: false }], now, zone, 2);
    expect(days.map(({ day, waiting }) => [day, waiting])).toEqual([
      ['2026-11-18', 0],
      ['2026-11-19', 1],
    ]);
  });

  it('counts every request within the span once, and none outside it', () => {
    const instant = fc
      .date({ min: new Date('2026-10-01'), max: now, noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 50 }), (created) => {
        const days = requestsByDay(
          created.map((createdAt) => ({ createdAt })),
          now,
          zone,
          90,
        );
        expect(days).toHaveLength(90);
        expect(
          days.reduce((sum, { finished, waiting, rejected }) => sum + finished + waiting + rejected, 0),
        ).toBe(created.length);
      }),
    );
  });

  it('weeks begin on Monday', () => {
    expect(['2026-11-15', '2026-11-16', '2026-11-22'].map(mondayOf)).toEqual([
      '2026-11-09',
      '2026-11-16',
      '2026-11-16',
    ]);
  });

  it('covers a week by what was processed, not by what was asked for', () => {
    const createdAt = '2026-11-18T18:00:00Z';
    const weeks = coverageByWeek(
      [
        { createdAt, nom151: { createdAt }, merkleized: { createdAt, merkleRoot: null } },
        { createdAt, merkleized: { createdAt, merkleRoot: 'ab' }, witnessExternal: { timestamp: createdAt } },
        { createdAt: '2020-01-01T00:00:00Z', nom151: { createdAt } },
      ],
      now,
      zone,
      12,
    );
    expect(weeks).toHaveLength(12);
    expect(weeks[11]).toEqual({ from: '2026-11-16', witnesses: 2, nom151: 1, merkleized: 1, external: 1 });
  });

  it('tells what happened newest first', () => {
    const request = {
      name: 'Contrato',
      createdAt: '2026-11-01T00:00:00Z',
      witness: { timestampedAt: '2026-11-04T00:00:00Z' },
      invites: [
        { signedAt: '2026-11-03T00:00:00Z', subject: { commonName: 'Ana' } },
        { rejectedAt: '2026-11-02T00:00:00Z', subject: { commonName: 'Luis' } },
      ],
    };
    expect(latestActivity([request], 3).map(({ kind, who }) => [kind, who])).toEqual([
      ['witnessed', undefined],
      ['signed', 'Ana'],
      ['rejected', 'Luis'],
    ]);
  });
});
