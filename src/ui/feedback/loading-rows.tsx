import { useEffect, useState } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { m } from '#i18n/messages.ts';
import { ink } from '../theme/tokens.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

const Root = styled('div')({
  '& > .row': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 24,
    height: 'var(--row)',
    padding: '0 18px',
    borderBottom: `1px solid ${ink.line}`,
  },
  '&[data-kind="queue"] > .row': { height: 'var(--queue-row)' },
  '&[data-kind="list"] > .row': { height: 84 },
  '& > .row > :last-child': { flex: 'none' },
});

const widths = ['78%', '62%', '70%', '54%', '66%', '58%'];

/** The first load alone: rows of their real height, after 150 ms, so that what is quick does not flicker. */
export function LoadingRows({
  count = 6,
  kind = 'table',
}: {
  count?: number | undefined;
  kind?: 'table' | 'queue' | 'list' | undefined;
}) {
  const late = useLate(150);
  return (
    <Root data-kind={kind} aria-busy="true">
      <VisuallyHidden role="status">{late ? m.common_loading() : ''}</VisuallyHidden>
      {late &&
        Array.from({ length: count }, (_, index) => (
          <div key={index} className="row">
            <Skeleton variant="rounded" width={widths[index % widths.length]} height={10} />
            <Skeleton variant="rounded" width={48} height={10} />
          </div>
        ))}
    </Root>
  );
}

function useLate(after: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, after);
    return () => {
      clearTimeout(timer);
    };
  }, [after]);
  return late;
}
