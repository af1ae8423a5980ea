import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '../theme/tokens.ts';
import { named } from './name.tsx';

const Root = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'fit-content(42%) minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: '6px 20px',
  ...type.table,
  '& > dt': { color: ink.text2 },
  '& > dd': { overflowWrap: 'anywhere' },
  [media.phone]: { gap: '6px 14px' },
});

/** Names and values under each other; what is absent is «—». */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <Root>
      {facts.map(({ label, value }) => (
        <FactPair key={label} label={label} value={value} />
      ))}
    </Root>
  );
}

function FactPair({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{named(value ?? '—', 6)}</dd>
    </>
  );
}
