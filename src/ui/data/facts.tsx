import type { ReactNode } from 'react';
import { named } from './name.tsx';
import css from './facts.module.css';

/** Names and values under each other; what is absent is «—». */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={css.root}>
      {facts.map(({ label, value }) => (
        <FactPair key={label} label={label} value={value} />
      ))}
    </dl>
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
