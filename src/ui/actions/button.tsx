import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import MuiButton from '@mui/material/Button';
import { Anchor } from './link.tsx';
import { RunningRing } from '../feedback/running-ring.tsx';

export type ButtonVariant = 'contained' | 'outlined' | 'text' | 'destructive';

interface Look {
  /** `contained` once per view; `destructive` is an outlined button in the colour of refusal. */
  variant?: ButtonVariant | undefined;
  /** 36 px high instead of 32, as wide as its column. */
  large?: boolean | undefined;
  /** A text button that begins a line: its words begin where those above and below do. */
  lineStart?: boolean | undefined;
  /** On the phone the icon alone is seen; the words stay its name. */
  iconOnPhone?: boolean | undefined;
  /** An icon before the words. */
  icon?: ReactNode;
  /** After the words: a key cap, an arrow. */
  end?: ReactNode;
  children: ReactNode;
}

export interface ButtonProps
  extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'color'> {
  /** Work that this button started is going on: it keeps its width and takes no second click. */
  loading?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** MUI's own `loading` disables the button, which would take the focus from it: here it stays a button that waits. */
export function Button({
  variant,
  large,
  lineStart,
  iconOnPhone,
  icon,
  end,
  loading,
  children,
  ...rest
}: ButtonProps) {
  return (
    <MuiButton
      {...lookOf({ variant, large, lineStart, iconOnPhone, icon, end })}
      {...rest}
      {...(loading && waiting)}
    >
      {loading && <RunningRing className="ring" />}
      <span className="words">{children}</span>
    </MuiButton>
  );
}

/** A button's look for what is a link: it goes somewhere (`to`) and can be opened in another tab. */
export function LinkButton({
  variant,
  large,
  lineStart,
  iconOnPhone,
  icon,
  end,
  children,
  ...rest
}: Look & Omit<Parameters<typeof Anchor>[0], 'color'>) {
  return (
    <MuiButton
      component={Anchor}
      {...lookOf({ variant, large, lineStart, iconOnPhone, icon, end })}
      {...rest}
    >
      <span className="words">{children}</span>
    </MuiButton>
  );
}

const waiting = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => {
    event.preventDefault();
  },
} as const;

function lookOf({ variant = 'outlined', large, lineStart, iconOnPhone, icon, end }: Omit<Look, 'children'>) {
  const isDestructive = variant === 'destructive';
  return {
    variant: isDestructive ? ('outlined' as const) : variant,
    color: isDestructive ? ('error' as const) : ('primary' as const),
    size: large ? ('large' as const) : ('medium' as const),
    startIcon: icon,
    endIcon: end,
    'data-line-start': lineStart || undefined,
    'data-icon-on-phone': iconOnPhone || undefined,
    'data-variant': variant,
  };
}
