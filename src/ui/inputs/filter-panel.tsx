import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import CheckIcon from '@mui/icons-material/Check';
import { ink } from '../theme/tokens.ts';

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

const List = styled('ul')({
  minWidth: 200,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& button': {
    display: 'grid',
    gridTemplateColumns: '18px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 8,
    width: '100%',
    minHeight: 32,
    padding: '4px 8px',
    border: 0,
    borderRadius: 5,
    background: 'none',
    color: ink.text,
    fontSize: 13,
    lineHeight: '18px',
    textAlign: 'left',
    cursor: 'pointer',
    '& svg': { fontSize: 16, color: ink.accent },
    '& > .count': { color: ink.text3 },
    '&:hover': { background: ink.hover },
    '@media (max-width: 599.95px)': { minHeight: 44 },
  },
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
    <List aria-label={label}>
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
            <span className="count">{count}</span>
          </button>
        </li>
      ))}
    </List>
  );
}
