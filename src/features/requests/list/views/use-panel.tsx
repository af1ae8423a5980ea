import { Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { Popover } from '#ui/overlays/popover.tsx';
import { m } from '#i18n/messages.ts';

/** A panel under a button, with contents that are fetched when it is opened; `trigger` is spread on the button. */
export function usePanel(label: string, content: (close: () => void) => ReactNode) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return {
    trigger: {
      'aria-haspopup': 'dialog',
      'aria-expanded': anchor !== null,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(anchor ? null : currentTarget),
    },
    panel: (
      <Popover anchor={anchor} onClose={close} label={label} placement="bottom-end">
        <Suspense fallback={<p>{m.common_loading()}</p>}>{content(close)}</Suspense>
      </Popover>
    ),
  } as const;
}
