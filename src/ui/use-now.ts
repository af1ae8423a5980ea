import { useEffect, useState } from 'react';

/**
 * The current time, renewed every `every` milliseconds and when the page is shown again.
 * A hidden page does not tick.
 */
export function useNow(every: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(new Date());
    };
    const timer = setInterval(tick, every);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [every]);
  return now;
}
