import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import MuiSnackbar from '@mui/material/Snackbar';
import SnackbarContent from '@mui/material/SnackbarContent';
import CheckIcon from '@mui/icons-material/Check';
import { Button } from '../actions/button.tsx';
import { Name } from '../data/name.tsx';

export interface Snack {
  /** One line: what was done. Errors do not go here, they stay where they happened. */
  text: string;
  action?: { label: string; onSelect: () => void } | undefined;
}

const Context = createContext<((snack: Snack) => void) | null>(null);

/** Holds the one line that confirms what was done; a new one takes the place of the last. */
export function SnackProvider({ children }: { children: ReactNode }) {
  const [snack, setSnack] = useState<(Snack & { id: number }) | null>(null);
  const next = useRef(0);
  const show = useCallback((shown: Snack) => {
    next.current += 1;
    setSnack({ ...shown, id: next.current });
  }, []);
  const close = () => setSnack(null);
  return (
    <Context value={show}>
      {children}
      {/* Here before what it says: a live region announces what is put into it. */}
      <div role="status" aria-live="polite">
        {snack && (
          <MuiSnackbar
            key={snack.id}
            open
            // Long enough to read and reach; it waits while the pointer or the focus is on it.
            autoHideDuration={snack.action ? 10_000 : 6_000}
            onClose={(_, reason) => {
              if (reason !== 'clickaway') close();
            }}
          >
            <SnackbarContent
              role="none"
              message={
                <>
                  <CheckIcon aria-hidden="true" />
                  <Name lines={3}>{snack.text}</Name>
                </>
              }
              action={
                snack.action && (
                  <Button
                    variant="text"
                    onClick={() => {
                      close();
                      snack.action?.onSelect();
                    }}
                  >
                    {snack.action.label}
                  </Button>
                )
              }
            />
          </MuiSnackbar>
        )}
      </div>
    </Context>
  );
}

/** `snack({ text, action? })` says in one line, bottom left, what was done. */
export function useSnack(): (snack: Snack) => void {
  const show = use(Context);
  if (!show) throw new Error('useSnack needs a SnackProvider above it.');
  return show;
}
