import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setClock } from '#clock/clock.ts';
import { Button } from '#ui/actions/button.tsx';
import { renderUi } from '#ui/testing/render.tsx';
import { DaysFilter } from './days-filter.tsx';

it.each([
  [false, 'Días en la zona Ciudad de México.', '2026-11-20'],
  [true, 'Días en la zona UTC.', '2026-11-21'],
])('a filter of days has the days that the page shows (UTC: %s)', async (utc, zone, today) => {
  setClock(new Date('2026-11-21T02:00:00Z'));
  const onApply = vi.fn();
  const { user } = renderUi(
    <DaysFilter
      from={undefined}
      to={undefined}
      usual={(spans) =>
        spans.map(({ label, from, to }) => (
          <Button key={label} onClick={() => onApply({ from, to })}>
            {label}
          </Button>
        ))
      }
      onApply={onApply}
    />,
    { utc },
  );
  expect(await screen.findByText(zone)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hoy' }));
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ from: today, to: today });
});
