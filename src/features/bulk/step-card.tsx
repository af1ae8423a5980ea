import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import CheckIcon from '@mui/icons-material/Check';
import { Card } from '#ui/layout/card.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { m } from '#i18n/messages.ts';

const Title = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 10,
  '& > .number': {
    ...type.micro,
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: 21,
    height: 21,
    border: `1px solid ${ink.line2}`,
    borderRadius: 11,
    color: ink.text2,
    '& svg': { fontSize: 14 },
  },
});

/** One step of preparing a bulk, with its number; a tick once nothing is left to do in it. */
export function StepCard({
  number,
  title,
  done,
  note,
  bar,
  foot,
  flush,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  note?: ReactNode;
  bar?: ReactNode;
  foot?: ReactNode;
  flush?: boolean;
  children?: ReactNode;
}) {
  const name = (
    <Title>
      <span className="number" aria-hidden="true">
        {done ? <CheckIcon /> : number}
      </span>
      <span>
        {title}
        {done && <VisuallyHidden> ({m.common_step_done()})</VisuallyHidden>}
      </span>
    </Title>
  );
  return (
    <Card title={name} note={note} bar={bar} foot={foot} flush={flush}>
      {children}
    </Card>
  );
}
