import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import AddIcon from '@mui/icons-material/Add';
import { styled } from '@mui/material/styles';
import { Button } from '#ui/actions/button.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import css from './part.module.css';

/** One matter of a card: its name, what it means, and its controls. */
export function Part({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.root} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {text !== undefined && <p>{text}</p>}
      {children}
    </section>
  );
}

/**
 * A button, and in its place, once it was pressed, a form with the focus in its first field. Closed, the
 * focus returns to the button.
 * @param children draws the form; it is given what closes it
 */
export function OpenForm({ verb, children }: { verb: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen || wasOpen.current)
      root.current?.querySelector<HTMLElement>(isOpen ? 'select, input, textarea' : 'button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div ref={root}>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button icon={<AddIcon />} onClick={() => setOpen(true)}>
          {verb}
        </Button>
      )}
    </div>
  );
}

/** What the reader trusts, one to a line, each with what can be done with it. */
export const TrustedRows = styled('ul')({
  margin: 0,
  padding: 0,
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  listStyle: 'none',
  '& > li': {
    ...type.table,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '2px 12px',
    padding: '10px 8px 10px 14px',
    '& + li': { borderTop: `1px solid ${ink.line}` },
  },
  '& .name': { fontWeight: 550, overflowWrap: 'anywhere' },
  '& .line': { gridColumn: 1, color: ink.text2, overflowWrap: 'anywhere' },
  '& .line[data-tone="warn"]': { color: ink.indet },
  '& .actions': { gridColumn: 2, gridRow: '1 / 3', display: 'flex', alignItems: 'center', gap: 4 },
  '& > li > :is(.whole, .coming)': { gridColumn: '1 / 3' },
  '& .coming': { '--list-row': '73px', '--rows-padding': '0px' },
  [media.phone]: { '& .coming': { '--list-row': '100px' } },
});

/** Fields side by side, under each other on the phone. */
export const Fields = styled('form')({
  display: 'grid',
  gridTemplateColumns: '190px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 12,
  '& > .wide': { gridColumn: '1 / 3' },
  '& > .buttons': { gridColumn: '1 / -1', display: 'flex', gap: 8 },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > .wide': { gridColumn: 1 } },
});
