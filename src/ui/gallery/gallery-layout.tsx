import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, type } from '../ink.ts';

export const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  gap: 24,
  alignItems: 'start',
});

const Sample = styled('section')({
  paddingBottom: 16,
  borderBottom: `1px solid ${ink.line}`,
  '& + &': { paddingTop: 12 },
  '& > h2': { ...type.caption, marginBottom: 10, fontWeight: 400, color: ink.text2 },
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
});

/** One kind of part with its variants beside each other. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Sample>
      <h2>{title}</h2>
      <div>{children}</div>
    </Sample>
  );
}
