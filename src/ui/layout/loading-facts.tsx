import { Facts } from '../data/facts.tsx';
import { LoadingBar, useLoadingBars } from '../feedback/loading-rows.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const widths = ['52%', '44%', '48%', '36%'];

/** The first load of facts whose names are known: each name, and a bar in the place of its value. */
export function LoadingFacts({ labels }: { labels: readonly string[] }) {
  const { words, spoken } = useLoadingBars();
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <div aria-hidden="true">
        <Facts
          facts={labels.map((label, index) => ({
            label,
            value:
              index === 0 && words !== undefined ? (
                words
              ) : (
                <LoadingBar width={widths[index % widths.length] ?? '48%'} />
              ),
          }))}
        />
      </div>
    </div>
  );
}
