import { createContext, use, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import { ink, media } from './ink.ts';
import { Name } from './name.tsx';

export interface Snack {
  /** One line: what was done. Errors do not go here, they stay where they happened. */
  text: string;
  action?: { label: string; onSelect: () => void } | undefined;
}

const Area = styled('div')({
  position: 'fixed',
  zIndex: 1400,
  left: 24,
  bottom: 24,
  [media.phone]: { left: 12, right: 12, bottom: 'calc(64px + env(safe-area-inset-bottom))' },
});

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minWidth: 288,
  minHeight: 40,
  padding: '8px 16px',
  borderRadius: 8,
  background: ink.text,
  color: ink.surface,
  fontSize: 13.5,
  lineHeight: '20px',
  '& > svg': { fontSize: 18 },
  '& > span': { flex: 1 },
  '& > button': {
    padding: '2px 4px',
    border: 0,
    background: 'none',
    color: 'inherit',
    fontWeight: 600,
    textDecoration: 'underline',
    textUnderlineOffset: 3,
    cursor: 'pointer',
    '&:focus-visible': { outlineColor: ink.surface },
  },
});

const Context = createContext<((snack: Snack) => void) | null>(null);

/** Holds the one line that confirms what was done; a new one takes the place of the last. */
export function SnackProvider({ children }: { children: ReactNode }) {
  const [snack, setSnack] = useState<(Snack & { id: number }) | null>(null);
  const next = useRef(0);
  const [held, setHeld] = useState(false);
  const show = useCallback((shown: Snack) => {
    next.current += 1;
    setSnack({ ...shown, id: next.current });
  }, []);
  useEffect(() => {
    // Long enough to read and reach; never while the pointer or the focus is on it.
    if (!snack || held) return undefined;
    const timer = setTimeout(
      () => {
        setSnack(null);
      },
      snack.action ? 10_000 : 6_000,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [snack, held]);
  const hold = () => {
    setHeld(true);
  };
  const release = () => {
    setHeld(false);
  };
  return (
    <Context value={show}>
      {children}
      <Area
        role="status"
        aria-live="polite"
        onPointerEnter={hold}
        onPointerLeave={release}
        onFocus={hold}
        onBlur={release}
      >
        {snack && (
          <Bar key={snack.id}>
            <CheckIcon aria-hidden="true" />
            <span>
              <Name lines={3}>{snack.text}</Name>
            </span>
            {snack.action && (
              <button
                type="button"
                onClick={() => {
                  release();
                  setSnack(null);
                  snack.action?.onSelect();
                }}
              >
                {snack.action.label}
              </button>
            )}
          </Bar>
        )}
      </Area>
    </Context>
  );
}

/** `snack({ text, action? })` says in one line, bottom left, what was done. */
export function useSnack(): (snack: Snack) => void {
  const show = use(Context);
  if (!show) throw new Error('useSnack needs a SnackProvider above it.');
  return show;
}
