import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { ink, media, type } from '#ui/theme/tokens.ts';

const Root = styled('div')({
  display: 'grid',
  gridTemplateColumns: '200px minmax(0, 1fr)',
  alignItems: 'center',
  gap: '6px 20px',
  padding: '10px 0',
  '& + &': { borderTop: `1px solid ${ink.line}` },
  '& > .name': { ...type.body, fontWeight: 500 },
  '& > .control': { minWidth: 0 },
  [media.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

/** A choice and its name. The control names itself to those who listen. */
export function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Root>
      <div className="name" aria-hidden="true">
        {name}
      </div>
      <div className="control">{children}</div>
    </Root>
  );
}
