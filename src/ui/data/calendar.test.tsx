import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setClock } from '#clock/clock.ts';
import { Age } from './age.tsx';
import { Instant } from './instant.tsx';
import { renderUi } from '../testing/render.tsx';

/** An instant by the clock of Mexico City. */
const mexico = (dayTime: string): Date => new Date(`${dayTime}-06:00`);

afterEach(() => {
  vi.useRealTimers();
});

describe('instants and ages on days when the calendar turns', () => {
  it.each([
    // On Monday Sunday is yesterday, although the machine's day is another one.
    ['2026-11-30T00:05:00', '2026-11-29T23:59:59', 'ayer 23:59'],
    ['2026-11-30T00:05:00', '2026-11-30T00:00:00', 'hoy 00:00'],
    // On Sunday evening it is Monday in UTC.
    ['2026-11-29T21:30:00', '2026-11-29T00:00:00', 'hoy 00:00'],
    ['2026-11-29T21:30:00', '2026-11-28T23:59:59', 'ayer 23:59'],
    ['2026-11-29T21:30:00', '2026-11-27T18:00:00', '27 nov'],
    // The year is named as soon as it is another one.
    ['2026-12-31T23:59:59', '2026-12-30T00:00:00', 'ayer 00:00'],
    ['2026-12-31T23:59:59', '2026-12-29T23:59:59', '29 dic'],
    ['2027-01-01T00:00:00', '2026-12-31T23:59:59', 'ayer 23:59'],
    ['2027-01-01T00:00:00', '2026-12-29T23:59:59', '29 dic 2026'],
  ])('at %s what was at %s is %s', (now, at, shown) => {
    setClock(mexico(now));
    renderUi(<Instant at={mexico(at)} form="list" />);
    expect(screen.getByText(shown)).toBeVisible();
  });

  it('what is of today becomes of yesterday while it is shown across New Year', () => {
    vi.useFakeTimers({ now: mexico('2026-12-31T23:59:40') });
    renderUi(<Instant at={mexico('2026-12-31T23:59:00')} form="list" />);
    expect(screen.getByText('hoy 23:59')).toBeVisible();
    act(() => {
      vi.advanceTimersByTime(30_000);
    });
    expect(screen.getByText('ayer 23:59')).toBeVisible();
  });

  it('ages count hours and not days of the calendar', () => {
    setClock(mexico('2026-11-30T00:05:00'));
    renderUi(
      <>
        <Age since={mexico('2026-11-28T00:05:01')} stuck />
        <Age since={mexico('2026-11-27T00:05:00')} stuck />
      </>,
    );
    expect(screen.getByText('1 d')).not.toHaveAttribute('data-look');
    expect(screen.getByText('3 d')).toHaveAttribute('data-look', 'stuck');
  });
});
