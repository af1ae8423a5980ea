import { useMemo, useSyncExternalStore } from 'react';
import { onServiceAhead, serviceAheadMs } from '#clock/service-clock.ts';
import { useNow } from './use-now.ts';

/** The current time by the clock of the connected service, for what it dates; renewed like `useNow`. */
export function useServiceNow(every: number): Date {
  const now = useNow(every);
  const ahead = useSyncExternalStore(onServiceAhead, serviceAheadMs);
  return useMemo(() => (ahead === 0 ? now : new Date(now.getTime() + ahead)), [now, ahead]);
}
