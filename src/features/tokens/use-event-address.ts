import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { eventKey } from '#widgets/chain-of-custody/custody.ts';
import { useAddress } from '#widgets/address/use-address.ts';

/** A replay goes through events faster than an address can be written. */
const settle = 300;

export interface EventAddress {
  /** The event that a link names, as it is compared; another one of these is another visit. */
  readonly requested: string | undefined;
  /** Counts visits. */
  readonly visit: number;
  /** Writes where the reader is, in place of where they were. */
  readonly write: (id: string) => void;
}

/** The event of the address. What this page wrote there itself asks for nothing. */
export function useEventAddress(): EventAddress {
  const [search] = useSearchParams();
  const into = useAddress();
  const param = search.get('event');
  const requested = param ? eventKey(param) : undefined;
  const [visited, setVisited] = useState({ requested, visit: 0 });
  const [seen, setSeen] = useState(requested);
  const [written, setWritten] = useState<string>();
  if (requested !== seen) {
    setSeen(requested);
    // The address follows what is written into it a moment later.
    if (requested !== written) setVisited({ requested, visit: visited.visit + 1 });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(into);
  useEffect(() => {
    latest.current = into;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const write = useCallback((id: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setWritten(eventKey(id));
      const next = new URLSearchParams(window.location.search);
      next.set('event', id);
      latest.current(`?${next.toString()}`);
    }, settle);
  }, []);
  return { ...visited, write };
}
