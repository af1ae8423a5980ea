import Skeleton from '@mui/material/Skeleton';
import { m } from '#i18n/messages.ts';
import { useElapsed } from '../hooks/use-elapsed.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import css from './loading-rows.module.css';

const widths = ['78%', '62%', '70%', '54%', '66%', '58%'];

/**
 * The first load alone: rows of their real height. They take their place at once, so that nothing moves, and are seen after
 * 150 ms, so that what is quick does not flicker.
 */
export function LoadingRows({
  count = 6,
  kind = 'table',
}: {
  count?: number | undefined;
  kind?: 'table' | 'queue' | 'list' | undefined;
}) {
  const late = useElapsed(150);
  return (
    <div className={css.root} data-kind={kind} aria-busy="true">
      <VisuallyHidden role="status">{late ? m.common_loading() : ''}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row">
          {late && (
            <>
              <Skeleton variant="rounded" width={widths[index % widths.length]} height={10} />
              <Skeleton variant="rounded" width={48} height={10} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}
