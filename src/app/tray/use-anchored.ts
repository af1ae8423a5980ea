import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';

/** Px between the button and what hangs on it, and between that and the edge of the window. */
const gap = 8;

/**
 * Where the open tray stands on a screen that is wider than a phone: under its button, with the right edges in line.
 * The style sheet reads the two variables.
 */
export function useAnchored(button: RefObject<HTMLElement | null>, isOpen: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const measure = (): void => {
      const box = button.current?.getBoundingClientRect();
      if (!box) return;
      const right = Math.max(gap, document.documentElement.clientWidth - box.right);
      const variables: Record<`--${string}`, string> = {
        '--tray-top': `${Math.max(gap, box.bottom + gap)}px`,
        '--tray-right': `${right}px`,
      };
      setPlace(variables);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [button, isOpen]);
  return place;
}
