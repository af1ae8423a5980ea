import { useLayoutEffect, useState, type RefObject } from 'react';

/** Px between the button and what hangs on it, and between that and the edge of the window. */
const gap = 8;

/** Px from the top and from the right of the window. */
export interface TrayPlace {
  readonly top: number;
  readonly right: number;
}

/** Where the open tray stands: under its button, with the right edges in line. Undefined before it was measured. */
export function useAnchored(button: RefObject<HTMLElement | null>, isOpen: boolean): TrayPlace | undefined {
  const [place, setPlace] = useState<TrayPlace>();
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const measure = (): void => {
      const box = button.current?.getBoundingClientRect();
      if (!box) return;
      const right = Math.max(gap, document.documentElement.clientWidth - box.right);
      setPlace({ top: Math.max(gap, box.bottom + gap), right });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [button, isOpen]);
  return place;
}
