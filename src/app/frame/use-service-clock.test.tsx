import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { json } from '#client/testing/answers.ts';
import { Age } from '#ui/data/age.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { refusal, renderInHost, smallService } from '#widgets/testing/host.tsx';
import { useServiceClock } from './use-service-clock.ts';

const hourMs = 3_600_000;
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();

function Screen({ since }: { since: string }) {
  useServiceClock();
  return (
    <>
      <p data-testid="age">
        <Age since={since} />
      </p>
      <p data-testid="instant">
        <Instant at={since} form="relative" />
      </p>
    </>
  );
}

async function shown(since: string, time: () => Response) {
  const { fetch } = smallService((_, path) => (path === '/server-time' ? time() : undefined));
  const view = await renderInHost(<Screen since={since} />, { fetch, open: true });
  await act(() => view.session.surveyAgain());
  return view;
}

describe('ages on screen', () => {
  it('are counted by the clock of the service that dates the rows', async () => {
    const view = await shown(after(45 * hourMs - 60_000), () => json({ time: after(48 * hourMs) }));
    expect(await screen.findByText('3 h')).toBeVisible();
    view.unmount();
    await shown(after(-31 * 60_000 + 30_000), () => json({ time: after(-20 * 60_000) }));
    expect(await screen.findByText('hace 10 min')).toBeVisible();
  });

  it('stay so when a later read of it fails, or had to wait for another key', async () => {
    let time = () => json({ time: after(48 * hourMs) });
    const view = await shown(after(45 * hourMs - 60_000), () => time());
    expect(await screen.findByText('3 h')).toBeVisible();
    time = () => refusal(503, 'later');
    await act(() => view.queries.invalidateQueries());
    expect(screen.getByTestId('age')).toHaveTextContent('3 h');
    time = () => {
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_000);
      return json({ time: after(0) });
    };
    await act(() => view.queries.invalidateQueries());
    vi.restoreAllMocks();
    expect(screen.getByTestId('age')).toHaveTextContent('3 h');
  });

  it('are counted by this device where the clocks agree, or the service does not show its own', async () => {
    for (const time of [() => json({ time: after(20_000) }), () => refusal(500, 'later')]) {
      const view = await shown(after(-2 * hourMs - 59 * 60_000 - 50_000), time);
      await expect(screen.findByText('3 h', {}, { timeout: 300 })).rejects.toThrow();
      expect(screen.getByTestId('age')).toHaveTextContent('2 h');
      view.unmount();
    }
  });
});
