import { useEffect, useState, type ReactNode } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import { useElapsed } from '#ui/hooks/use-elapsed.ts';

/** Milliseconds after which what has come is shown without the rest. */
export const mostPatience = 2_000;
/** Milliseconds in which what came may begin to read what hangs on it. */
const pause = 50;

/**
 * Whether what a page reads first has come; what takes long is not waited for.
 *
 * @param most milliseconds of that patience
 */
export function useFirstReads(most = mostPatience): boolean {
  const reading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const isLate = useElapsed(most);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (reading) return undefined;
    const timer = setTimeout(() => setOver(true), pause);
    return () => clearTimeout(timer);
  }, [reading]);
  return isOver || isLate;
}

/** Shows its children once what they read first has come, so that none of them moves another. */
export function AppearTogether({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  return (
    <Together isShown={useFirstReads()} loading={loading}>
      {children}
    </Together>
  );
}

/** Children that are there, and not seen before they are shown. */
export function Together({
  isShown,
  loading,
  children,
}: {
  isShown: boolean;
  loading: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {!isShown && loading}
      <div hidden={!isShown} style={{ display: isShown ? 'contents' : undefined }}>
        {children}
      </div>
    </>
  );
}
