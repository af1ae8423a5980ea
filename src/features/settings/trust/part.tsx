import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
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

/** Things that are kept, one to a line, each with what can be done with it. */
export const Kept = styled('ul')({
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
  '& > li > .whole': { gridColumn: '1 / 3' },
});

/** Fields side by side, under each other on the phone. */
export const Fields = styled('form')({
  display: 'grid',
  gridTemplateColumns: '190px minmax(0, 1fr)',
  alignItems: 'start',
  gap: 12,
  '& > .wide': { gridColumn: '1 / 3' },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > .wide': { gridColumn: 1 } },
});
