import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { setServiceAhead } from '#clock/service-clock.ts';
import { serviceAhead } from '#client/families/service-clock.ts';
import { useConnection } from '#client/session/session-context.tsx';

/** Differences below it change no age or day on screen that anybody would notice. */
const leastMs = 60_000;

/** Counts the ages on screen by the clock of the service while its connection is open. */
export function useServiceClock(): void {
  const { client, capabilities } = useConnection();
  const { data } = useQuery({
    ...serviceAhead(client),
    // The survey of a new connection says whether the service has it; until then nothing is risked.
    enabled: capabilities.present.includes('readServerTime'),
  });
  const ahead = data !== null && Math.abs(data) >= leastMs ? data : 0;
  useEffect(() => {
    setServiceAhead(ahead);
    return () => {
      setServiceAhead(0);
    };
  }, [ahead]);
}
