import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setClock } from '#clock/clock.ts';
import { json } from '#client/testing/answers.ts';
import { list, organization, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { OverviewPage } from './overview-page.tsx';

/** An instant by the clock of Mexico City. */
const mexico = (dayTime: string): Date => new Date(`${dayTime}-06:00`);
const madeAt = (dayTime: string, index: number) => ({
  id: String(index).repeat(24),
  createdAt: mexico(dayTime).toISOString(),
  updatedAt: mexico(dayTime).toISOString(),
  organization,
});

/** The overview at an instant, with a request and a witness made at each of the given ones. */
async function open(now: string, made: readonly string[]) {
  setClock(mexico(now));
  const { fetch, seen } = smallService((_seen, path) => {
    if (path === '/signature-requests')
      return list(made.map((at, index) => ({ ...madeAt(at, index + 1), name: `De ${at}`, invites: [] })));
    if (path === '/witnesses')
      return list(made.map((at, index) => ({ ...madeAt(at, index + 1), hash: 'b' })));
    if (path === '/organization-links') return list([]);
    if (path === '/signature-request-timeseries') return json(null, 404);
    return undefined;
  });
  await renderInHost(<OverviewPage />, { fetch, open: true });
  const rowsOf = async (name: RegExp): Promise<string[][]> =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
  const days = (await rowsOf(/^Solicitudes por día/)).map(([day, ...counts]) => [
    day,
    counts.reduce((sum, count) => sum + Number(count), 0),
  ]);
  const weeks = (await rowsOf(/^Testigos de cada semana/)).map((cells) => [cells[0], Number(cells.at(-1))]);
  const from = seen.find(({ url }) => url.pathname.endsWith('timeseries'))?.url.searchParams;
  return { days, weeks, from: [...(from?.values() ?? [])] };
}

it('says how many witnesses have no date that can be read, and not that there are none', async () => {
  setClock(mexico('2026-11-30T12:00:00'));
  const { fetch } = smallService((_seen, path) => {
    const row = { organization, createdAt: '2026-13-45T99:99:99Z', hash: 'b' };
    if (path === '/witnesses') return list(['1', '2'].map((n) => ({ ...row, id: n.repeat(24) })));
    return ['/signature-requests', '/organization-links'].includes(path) ? list([]) : undefined;
  });
  await renderInHost(<OverviewPage />, { fetch, open: true });
  expect(await screen.findByText('2 testigos no se cuentan: su fecha no se puede leer.')).toBeVisible();
  expect(screen.queryByText('Sin testigos en estas semanas')).toBeNull();
});

describe('the overview on days when the calendar turns', () => {
  it('begins a day and a week on Monday at midnight in Mexico City', async () => {
    const { days, weeks } = await open('2026-11-30T00:05:00', [
      '2026-11-30T00:00:00',
      '2026-11-29T23:59:59',
      '2026-11-23T00:00:00',
      '2026-11-22T23:59:59',
    ]);
    expect(screen.getByText('Lunes 30 de noviembre de 2026, 00:05 (UTC−06:00)')).toBeVisible();
    expect(days.slice(-2)).toEqual([
      ['ayer', 1],
      ['hoy', 1],
    ]);
    expect(weeks.slice(0, 3).map(([, count]) => count)).toEqual([1, 2, 1]);
  });

  it('on a Sunday evening the week still goes on, although it is Monday in UTC', async () => {
    const { days, weeks } = await open('2026-11-29T21:30:00', [
      '2026-11-29T21:29:00',
      '2026-11-29T00:00:00',
      '2026-11-28T12:00:00',
      '2026-11-22T23:59:59',
    ]);
    expect(screen.getByText('Domingo 29 de noviembre de 2026, 21:30 (UTC−06:00)')).toBeVisible();
    expect(days.slice(-2)).toEqual([
      ['ayer', 1],
      ['hoy', 2],
    ]);
    expect(weeks.slice(0, 2).map(([, count]) => count)).toEqual([3, 1]);
  });

  it('a week runs through New Year', async () => {
    const made = ['2027-01-01T00:00:00', '2026-12-31T23:59:59', '2026-12-28T00:00:00', '2026-12-27T23:59:59'];
    const { days, weeks } = await open('2027-01-01T00:00:30', made);
    expect(screen.getByText('Viernes 1 de enero de 2027, 00:00 (UTC−06:00)')).toBeVisible();
    expect(days.slice(-2)).toEqual([
      ['ayer', 1],
      ['hoy', 1],
    ]);
    expect(weeks.slice(0, 2).map(([, count]) => count)).toEqual([3, 1]);
  });
});
