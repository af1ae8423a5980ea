import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarChart, niceTop, tickedBars } from '#features/overview/bar-chart.tsx';
import { renderUi } from '#ui/testing/render.tsx';

describe('BarChart', () => {
  const chart = (
    <BarChart
      label="Solicitudes por día"
      series={[
        { id: 'done', label: 'Finalizadas', look: 'filled' },
        { id: 'wait', label: 'En espera', look: 'hollow' },
      ]}
      bars={[
        { label: '1 nov', values: [30, 10] },
        { label: '2 nov', values: [0, 5] },
      ]}
      height={100}
    />
  );

  it('has a table twin with the same numbers', () => {
    renderUi(chart);
    const table = screen.getByRole('table', { name: 'Solicitudes por día' });
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(cells).toEqual(['1 nov3010', '2 nov05']);
  });

  it('draws from zero, in proportion, and nothing for nothing', () => {
    const { container } = renderUi(chart);
    const bars = [...container.querySelectorAll('rect[data-look]')].map((bar) => [
      Number(bar.getAttribute('y')),
      Number(bar.getAttribute('height')),
    ]);
    // The scale ends at 40: 30 is 75 px above the axis, 10 more is 25 px on top of it.
    expect(bars).toEqual([
      [25, 75],
      [0, 25],
      [87.5, 12.5],
    ]);
  });

  it('tells series apart without colour: the refused ones and the grey ones are striped, each their own way', () => {
    const looks = ['filled', 'hollow', 'refused', 'grey'] as const;
    const { container } = renderUi(
      <BarChart
        label="Solicitudes por día"
        series={looks.map((look) => ({ id: look, label: look, look }))}
        bars={[{ label: '1 nov', values: [1, 1, 1, 1] }]}
      />,
    );
    const patterns = [...container.querySelectorAll('pattern')].map(({ id }) => `url("#${id}")`);
    const fills = looks.map(
      (look) => container.querySelector(`rect[data-look="${look}"]`)?.getAttribute('fill') ?? undefined,
    );
    expect(fills).toEqual([undefined, undefined, ...patterns]);
    expect(new Set(patterns).size).toBe(2);
  });

  it('has a scale that ends at or just above the tallest bar', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (max) => {
        const top = niceTop(max);
        expect(top).toBeGreaterThanOrEqual(max);
        expect(top % 2).toBe(0);
        expect(top).toBeLessThanOrEqual(Math.max(4, max * 1.6));
      }),
    );
  });

  it.each([
    ['days', 30, '25 oct', 5],
    ['days of another year', 30, '25 oct 2025', 4],
    ['months', 12, 'nov 2026', 4],
  ])('labels %s evenly, with the last one, and no two touch on a phone', (_, count, label, most) => {
    // The plot of a phone, and what a character of this size is at most.
    const plot = 294;
    const width = label.length * 5.8;
    const at = [...tickedBars(Array.from({ length: count }, () => label))];
    expect(at).toHaveLength(most);
    expect([at[0], at.at(-1)]).toEqual([0, count - 1]);
    const starts = at.map((index) => {
      if (index === 0) return 0;
      return index === count - 1 ? plot - width : ((index + 0.5) / count) * plot - width / 2;
    });
    const gaps = starts.slice(1).map((start, index) => start - ((starts[index] ?? 0) + width));
    expect(Math.min(...gaps)).toBeGreaterThan(4);
  });
});
