import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import Badge from '@mui/material/Badge';
import MuiIconButton from '@mui/material/IconButton';
import { Tip } from '../overlays/tip.tsx';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'children' | 'aria-label' | 'color'
> {
  /** What it does: read aloud, and shown on hover and focus. */
  label: string;
  icon: ReactNode;
  /** A number at its corner, as on the tray. */
  count?: number | undefined;
  /** A dot at its corner: something waits for the user. The label says what. */
  dot?: boolean | undefined;
  outlined?: boolean | undefined;
  /** 24 px, inside rows. */
  small?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function IconButton({ label, icon, count, dot, outlined, small, ...rest }: IconButtonProps) {
  const hasBadge = count !== undefined || dot !== undefined;
  return (
    // A menu that is open says what it is.
    <Tip text={rest['aria-expanded'] === true ? '' : label} silent>
      <MuiIconButton
        aria-label={count ? `${label} (${count})` : label}
        size={small ? 'small' : 'medium'}
        data-outlined={outlined || undefined}
        {...rest}
      >
        {hasBadge ? (
          // It is there without a number too: an icon that moved into it while the button is pressed would lose the click.
          <Badge
            variant={count ? 'standard' : 'dot'}
            badgeContent={count === 0 ? undefined : count}
            invisible={!count && !dot}
            max={9999}
            slotProps={{ badge: { 'aria-hidden': true } }}
          >
            {icon}
          </Badge>
        ) : (
          icon
        )}
      </MuiIconButton>
    </Tip>
  );
}
