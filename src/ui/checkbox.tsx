import { useEffect, useRef, type InputHTMLAttributes, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, ring, type } from './ink.ts';

const Root = styled('label')({
  ...type.body,
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 24,
  cursor: 'pointer',
  '& > input': {
    position: 'absolute',
    left: 0,
    width: 24,
    height: 24,
    margin: 0,
    opacity: 0,
    cursor: 'pointer',
  },
  '& > .box': {
    flex: 'none',
    width: 14,
    height: 14,
    margin: 5,
    border: `1px solid ${ink.control}`,
    borderRadius: 3,
    background: ink.surface,
  },
  '& > .box > svg': {
    display: 'block',
    width: 12,
    height: 12,
    fill: 'none',
    stroke: ink.onAccent,
    strokeWidth: 2,
  },
  '& path': { visibility: 'hidden' },
  '& > input:checked + .box, & > input:indeterminate + .box': {
    background: ink.accent,
    borderColor: ink.accent,
  },
  '& > input:checked:not(:indeterminate) + .box .tick': { visibility: 'visible' },
  '& > input:indeterminate + .box .dash': { visibility: 'visible' },
  '& > input:focus-visible + .box': ring,
  '& > input:disabled + .box': { borderStyle: 'dashed' },
  '&:has(input:disabled)': { color: ink.text3, cursor: 'default' },
});

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** Visible words; without them give `aria-label`. */
  label?: ReactNode;
  /** Some, but not all, of what it stands for. */
  indeterminate?: boolean | undefined;
}

/** A 14 px box in a 24 px target. */
export function Checkbox({ label, indeterminate = false, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <Root>
      <input ref={input} type="checkbox" {...rest} />
      <span className="box" aria-hidden="true">
        <svg viewBox="0 0 12 12">
          <path className="tick" d="M2.5 6.2 5 8.7l4.6-5" />
          <path className="dash" d="M3 6h6" />
        </svg>
      </span>
      {label !== undefined && <span>{label}</span>}
    </Root>
  );
}
