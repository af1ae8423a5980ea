import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SegmentedProgress } from './segmented-progress.tsx';
import { renderUi } from '#ui/testing/render.tsx';

it('SegmentedProgress says its counts in words and draws a part each up to twelve', () => {
  const { container, update } = renderUi(
    <SegmentedProgress segments={{ settled: 1, answered: 1, waiting: 1 }} />,
  );
  expect(screen.getByRole('img', { name: '2 de 3' })).toHaveTextContent('2/3');
  expect(container.querySelectorAll('[data-part]')).toHaveLength(3);
  update(
    <SegmentedProgress
      segments={{ settled: 24, answered: 7, waiting: 17 }}
      label="31 de 48, 17 pendientes"
    />,
  );
  expect(screen.getByRole('img', { name: '31 de 48, 17 pendientes' })).toHaveTextContent('31/48');
  const parts = [...container.querySelectorAll<HTMLElement>('[data-part]')];
  expect(parts.map((part) => part.style.width)).toEqual(['50%', expect.stringMatching(/^14\.58/)]);
});

it.each([
  [{ answered: 1e15, waiting: 1e15 }, 1, '50%'],
  [{ answered: 2, waiting: -3 }, 2, ''],
  [{ answered: NaN, refused: 1 }, 1, ''],
] as const)(
  'SegmentedProgress draws no more than can be seen, whatever is counted: %j',
  (segments, count, width) => {
    const { container } = renderUi(<SegmentedProgress segments={segments} />);
    const parts = [...container.querySelectorAll<HTMLElement>('[data-part]')];
    expect(parts.map((part) => part.style.width)).toEqual(Array.from({ length: count }, () => width));
  },
);
