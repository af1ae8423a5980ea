import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media } from './ink.ts';
import { Anchor } from './link.tsx';
import { RunningRing } from './running-ring.tsx';

export type ButtonVariant = 'contained' | 'outlined' | 'text' | 'destructive';

interface Look {
  /** `contained` once per view; `destructive` is an outlined button in the colour of refusal. */
  variant?: ButtonVariant | undefined;
  /** 36 px high instead of 32, as wide as its column. */
  large?: boolean | undefined;
  /** On the phone the icon alone is seen; the words stay its name. */
  iconOnPhone?: boolean | undefined;
  /** An icon before the words. */
  icon?: ReactNode;
  /** After the words: a key cap, an arrow. */
  end?: ReactNode;
  children: ReactNode;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Work that this button started is going on: it keeps its width and takes no second click. */
  loading?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

const style = {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: 'var(--control-height)',
  padding: '0 12px',
  border: '1px solid transparent',
  borderRadius: 6,
  background: 'none',
  fontSize: 13,
  lineHeight: '18px',
  fontWeight: 500,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out',
  '& svg': { fontSize: 16, flex: 'none' },
  '&[data-large]': { minHeight: 38, fontSize: 14 },
  '&[data-variant="contained"]': {
    background: ink.accent,
    color: ink.onAccent,
    '&:hover': { background: ink.accentHover },
  },
  '&[data-variant="outlined"]': {
    background: ink.surface,
    borderColor: ink.line2,
    color: ink.text,
    '&:hover': { background: ink.hover },
  },
  '&[data-variant="text"]': { padding: '0 8px', color: ink.accent, '&:hover': { background: ink.hover } },
  '&[data-variant="destructive"]': {
    background: ink.surface,
    borderColor: ink.fail,
    color: ink.fail,
    '&:hover': { background: ink.failTint },
  },
  // Not dimmed: a dashed outline and grey words, with the reason beside it.
  '&:disabled, &[aria-disabled="true"]:not([aria-busy="true"])': {
    background: 'none',
    borderColor: ink.line2,
    borderStyle: 'dashed',
    color: ink.text3,
    cursor: 'default',
  },
  '&[aria-busy="true"]': { cursor: 'progress' },
  '& > .ring': { position: 'absolute', inset: 0, margin: 'auto' },
  // Out of sight, still its name for those who listen.
  '& > .quiet': { opacity: 0 },
  '& > .words': { display: 'inline-flex', alignItems: 'center', gap: 'inherit' },
  [media.phone]: {
    '&[data-variant="text"]': { minHeight: 40 },
    '&[data-icon]': {
      width: 40,
      padding: 0,
      '& > .words': { gap: 0, fontSize: 0 },
      '& svg': { fontSize: 20 },
      '& kbd': { display: 'none' },
    },
  },
} as const;

const Root = styled('button')(style);
const LinkRoot = styled(Anchor)(style);

export function Button({
  variant = 'outlined',
  large,
  iconOnPhone,
  icon,
  end,
  loading,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <Root
      type={type}
      data-variant={variant}
      data-large={large || undefined}
      data-icon={iconOnPhone || undefined}
      {...rest}
      {...(loading && {
        'aria-busy': true,
        'aria-disabled': true,
        onClick: (event) => {
          event.preventDefault();
        },
      })}
    >
      {loading && <RunningRing className="ring" />}
      <span className={loading ? 'words quiet' : 'words'}>
        {icon}
        {children}
        {end}
      </span>
    </Root>
  );
}

/** A button's look for what is a link: it goes somewhere (`to`) and can be opened in another tab. */
export function LinkButton({
  variant = 'outlined',
  large,
  iconOnPhone,
  icon,
  end,
  children,
  ...rest
}: Look & Parameters<typeof Anchor>[0]) {
  return (
    <LinkRoot
      data-variant={variant}
      data-large={large || undefined}
      data-icon={iconOnPhone || undefined}
      {...rest}
    >
      <span className="words">
        {icon}
        {children}
        {end}
      </span>
    </LinkRoot>
  );
}
