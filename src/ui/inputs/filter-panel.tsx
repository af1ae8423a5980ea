import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import { ink } from '../theme/tokens.ts';
import css from './filter-panel.module.css';

/** What opens under a filter chip: choices, then fields of its own. */
export const FilterPanel = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 252,
});

/** Fields of a filter that are applied together, below its choices where it has some. */
export const FilterPart = styled('form')({
  display: 'grid',
  gap: 10,
  '* + &': { paddingTop: 12, borderTop: `1px solid ${ink.line}` },
  '& > p': { margin: 0, color: ink.text2, fontSize: 12, lineHeight: '16px' },
  '& > .title': { color: ink.text, fontSize: 12, lineHeight: '16px', fontWeight: 500 },
});

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly on: boolean;
  /** How many it lets through, as it is shown. */
  readonly count?: ReactNode;
  /** Why it cannot be chosen. */
  readonly refused?: string | undefined;
}

/** Choices of one filter, each a button that is pressed or not. */
export function ChoiceList({
  label,
  choices,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  onChoose: (id: string) => void;
}) {
  return (
    <ul className={css.list} aria-label={label}>
      {choices.map(({ id, label: words, on, count, refused }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={on}
            disabled={!!refused && !on}
            title={refused}
            onClick={() => onChoose(id)}
          >
            <span>{on && <CheckIcon aria-hidden="true" />}</span>
            <span>{words}</span>
            <span className={css.count}>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
