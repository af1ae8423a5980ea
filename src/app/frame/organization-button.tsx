import type { ButtonHTMLAttributes, Ref } from 'react';
import { styled } from '@mui/material/styles';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import { ink, type } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { Avatar } from '#ui/data/person-line.tsx';

const Root = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 9,
  width: '100%',
  minHeight: 46,
  padding: '6px 8px',
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  background: ink.surface,
  textAlign: 'left',
  cursor: 'pointer',
  '&:hover': { background: ink.hover },
  '& > .words': { flex: 1, minWidth: 0 },
  '& .name': { ...type.table, display: 'block', fontWeight: 550, overflowWrap: 'anywhere' },
  '& .code': { ...type.caption, fontSize: 11.5, display: 'block', color: ink.text2 },
  '& > svg': { fontSize: 16, color: ink.text2 },
  '[data-rail] &': {
    justifyContent: 'center',
    padding: 4,
    minHeight: 40,
    borderColor: 'transparent',
    background: 'none',
    '& > .words': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& > svg': { display: 'none' },
  },
});

/** Whose desk this is; opens the choice of organization. Spread a menu's trigger on it. */
export function OrganizationButton({
  name,
  code,
  ...rest
}: { name: string; code?: string | undefined; ref?: Ref<HTMLButtonElement> } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'name'
>) {
  return (
    <Root type="button" {...rest}>
      <Avatar name={name} square size={26} />
      <span className="words">
        <span className="name">
          <Name lines={2}>{name}</Name>
        </span>
        {code !== undefined && <span className="code">{code}</span>}
      </span>
      <ExpandIcon aria-hidden="true" />
    </Root>
  );
}
