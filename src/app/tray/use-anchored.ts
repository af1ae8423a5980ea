import { useLayoutEffect, useState, type RefObject } from 'react';

/** Px between the button and what hangs on it, and between that and the edge of the window. */
const gap = 8;
/** Px, as the style of the tray has it; on a narrow screen it leaves 24 px. */
const trayWidth = 392;

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
      const { clientWidth } = document.documentElement;
      // On a phone its left edge would otherwise lie outside.
      const rightmost = clientWidth - Math.min(trayWidth, clientWidth - 24) - 12;
      const right = Math.max(gap, Math.min(clientWidth - box.right, rightmost));
      setPlace({ top: Math.max(gap, box.bottom + gap), right });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [button, isOpen]);
  return place;
}
