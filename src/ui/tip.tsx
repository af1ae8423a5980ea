import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { styled } from '@mui/material/styles';
import { ink } from './ink.ts';
import { layerOf, place } from './floating.ts';

const Holder = styled('span')({ display: 'contents' });

const Bubble = styled('div')({
  position: 'fixed',
  zIndex: 1500,
  maxWidth: 320,
  padding: '3px 8px',
  borderRadius: 5,
  background: ink.text,
  color: ink.surface,
  fontSize: 12,
  lineHeight: '18px',
  fontWeight: 400,
  letterSpacing: 0,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
});

/**
 * Words about its child, on hover (after 400 ms) and on focus; Esc hides them, and they stay while the
 * pointer is on them (WCAG 1.4.13). The child must be one element that can take the focus.
 */
export function Tip({
  text,
  silent,
  children,
}: {
  text: ReactNode;
  /** The text is already the child's name: do not describe it a second time. */
  silent?: boolean | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const holder = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [anchor, setAnchor] = useState<Element | null>(null);

  const show = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAnchor(holder.current?.firstElementChild ?? null);
    }, after);
  };
  const hide = (after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setAnchor(null);
    }, after);
  };

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  useLayoutEffect(() => {
    if (!anchor || !bubble.current) return undefined;
    place(bubble.current, anchor, 'top');
    if (!silent) anchor.setAttribute('aria-describedby', id);
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null);
    };
    document.addEventListener('keydown', escape);
    return () => {
      if (!silent) anchor.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', escape);
    };
  }, [anchor, id, silent]);

  return (
    <>
      <Holder
        ref={holder}
        onPointerEnter={(event) => {
          if (event.pointerType !== 'touch') show(400);
        }}
        onPointerLeave={() => {
          hide(100);
        }}
        onPointerDown={() => {
          hide(0);
        }}
        onFocus={(event) => {
          if (event.target.matches(':focus-visible')) show(0);
        }}
        onBlur={() => {
          hide(0);
        }}
      >
        {children}
      </Holder>
      {anchor &&
        createPortal(
          <Bubble
            ref={bubble}
            id={id}
            role="tooltip"
            onPointerEnter={() => {
              clearTimeout(timer.current);
            }}
            onPointerLeave={() => {
              hide(100);
            }}
          >
            {text}
          </Bubble>,
          layerOf(anchor),
        )}
    </>
  );
}
