import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, type } from '../theme/tokens.ts';
import { Meter } from '../feedback/meter.tsx';

const Root = styled('div')({
  minWidth: 0,
  '& > .figure': { ...type.figure },
  '& > .label': { ...type.caption, fontSize: 12.5, color: ink.text2, marginBottom: 6 },
  '& > .note': { ...type.caption, fontSize: 12.5, color: ink.text2, marginTop: 6 },
});

/** One number with its name, how much of it is used, and what that means. */
export function FigureCard({
  figure,
  label,
  used,
  note,
}: {
  /** Already formatted. */
  figure: ReactNode;
  label: string;
  used?: { value: number; max: number; text?: string } | undefined;
  note?: ReactNode;
}) {
  return (
    <Root>
      <div className="figure">{figure}</div>
      <div className="label">{label}</div>
      {used && <Meter kind="meter" label={label} value={used.value} max={used.max} text={used.text} />}
      {note ? <div className="note">{note}</div> : null}
    </Root>
  );
}
