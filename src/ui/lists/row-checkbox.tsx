import { useEffect, useRef, type InputHTMLAttributes } from 'react';
import { styled } from '@mui/material/styles';
import { ink } from '../theme/tokens.ts';

// A 14 px box in a 24 px target: the label around it takes the clicks beside it.
const Target = styled('label')({
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  cursor: 'pointer',
  '& > input': { width: 14, height: 14, margin: 0, accentColor: ink.accent, cursor: 'inherit' },
});

/**
 * The checkbox of a table's row or head. It is the browser's own: lists render one for every row while they scroll,
 * where MUI's checkbox costs four times as much.
 */
export function RowCheckbox({
  indeterminate = false,
  ...rest
}: { 'aria-label': string; indeterminate?: boolean } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <Target>
      <input ref={input} type="checkbox" {...rest} />
    </Target>
  );
}
