import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media } from '../theme/tokens.ts';
import { Shortcut } from '../actions/shortcut.tsx';

const Root = styled('div')({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: 12,
  minHeight: 37,
  padding: '0 var(--page-padding)',
  borderTop: `1px solid ${ink.line}`,
  background: ink.surface,
  color: ink.text2,
  fontSize: 13,
  lineHeight: '18px',
  '& > .keys': { display: 'flex', gap: 14, whiteSpace: 'nowrap' },
  '& > * ~ .keys': { marginLeft: 'auto' },
  '& > .keys > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  // Where there is hardly a keyboard; a foot that says nothing else goes with them.
  [media.narrow]: { '& > .keys, &:not(:has(> :not(.keys)))': { display: 'none' } },
});

/** The foot of a list: what there is to say of it, and its keys. */
export function ListFoot({
  keys,
  children,
}: {
  keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
  children?: ReactNode;
}) {
  return (
    <Root>
      {children}
      <span className="keys" aria-hidden="true">
        {keys.map((key) => (
          <span key={key.does}>
            <Shortcut keys={key.keys} /> {key.does}
          </span>
        ))}
      </span>
    </Root>
  );
}
