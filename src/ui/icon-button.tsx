import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media } from './ink.ts';
import { Tip } from './tip.tsx';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children' | 'aria-label'
> {
  /** What it does: read aloud, and shown on hover and focus. */
  label: string;
  icon: ReactNode;
  /** A number at its corner, as on the tray. */
  count?: number | undefined;
  /** A dot at its corner: something waits for the reader. The label says what. */
  dot?: boolean | undefined;
  outlined?: boolean | undefined;
  /** 24 px, inside rows. */
  small?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const Root = styled('button')({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: 32,
  height: 32,
  padding: 0,
  border: '1px solid transparent',
  borderRadius: 6,
  background: 'none',
  color: ink.text2,
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, color 120ms ease-out',
  '& svg': { fontSize: 18 },
  '&:hover': { background: ink.hover, color: ink.text },
  '&[data-outlined]': { borderColor: ink.line2, background: ink.surface },
  '&[data-small]': { width: 24, height: 24, '& svg': { fontSize: 16 } },
  '&[aria-pressed="true"]': { background: ink.accentTint, borderColor: ink.accent, color: ink.accent },
  '&:disabled': { color: ink.text3, borderStyle: 'dashed', borderColor: ink.line2, cursor: 'default' },
  '& > .count': {
    position: 'absolute',
    top: -2,
    right: -3,
    minWidth: 15,
    height: 15,
    padding: '0 4px',
    borderRadius: 8,
    background: ink.accent,
    color: ink.onAccent,
    fontSize: 10,
    lineHeight: '15px',
    fontWeight: 600,
    textAlign: 'center',
  },
  '& > .dot': {
    position: 'absolute',
    top: 3,
    right: 3,
    width: 8,
    height: 8,
    borderRadius: 4,
    background: ink.indet,
    boxShadow: `0 0 0 2px ${ink.surface}`,
  },
  [media.phone]: {
    '&:not([data-small])': {
      width: 40,
      height: 40,
      '& > .count': { top: 2, right: 1 },
      '& > .dot': { top: 7, right: 7 },
    },
  },
});

export function IconButton({
  label,
  icon,
  count,
  dot,
  outlined,
  small,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tip text={label} silent>
      <Root
        type={type}
        aria-label={count ? `${label} (${count})` : label}
        data-outlined={outlined || undefined}
        data-small={small || undefined}
        {...rest}
      >
        {icon}
        {count ? (
          <span className="count" aria-hidden="true">
            {count}
          </span>
        ) : dot ? (
          <span className="dot" aria-hidden="true" />
        ) : null}
      </Root>
    </Tip>
  );
}
