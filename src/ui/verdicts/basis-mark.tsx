import { styled } from '@mui/material/styles';
import RecomputedIcon from '@mui/icons-material/CalculateOutlined';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import { m } from '#i18n/messages.ts';
import { ink, type } from '../theme/tokens.ts';

/** Where a fact comes from. The names are those of the checks. */
export type BasisName = 'RECOMPUTED' | 'CHAIN' | 'PINNED' | 'SERVER';

const Root = styled('span')({
  ...type.micro,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  height: 18,
  padding: '0 6px 0 4px',
  border: `1px solid ${ink.control}`,
  borderRadius: 4,
  color: ink.text2,
  whiteSpace: 'nowrap',
  '& svg': { fontSize: 12 },
  '&[data-basis="RECOMPUTED"]': { borderColor: 'transparent', background: ink.hover, color: ink.text },
  '&[data-basis="SERVER"]': { borderStyle: 'dashed', color: ink.text3 },
});

const icons = { RECOMPUTED: RecomputedIcon, CHAIN: LinkIcon, PINNED: PinIcon, SERVER: QuoteIcon };

/** The word for a basis. */
export function basisWord(basis: BasisName): string {
  switch (basis) {
    case 'RECOMPUTED':
      return m.common_basis_recomputed();
    case 'CHAIN':
      return m.common_basis_chain();
    case 'PINNED':
      return m.common_basis_pinned();
    case 'SERVER':
      return m.common_basis_server();
  }
}

/** Filled: recomputed here. Outlined: read from a chain or pinned. Dashed, in quotes: the service says so. */
export function BasisMark({ basis }: { basis: BasisName }) {
  const Icon = icons[basis];
  return (
    <Root data-basis={basis}>
      <Icon aria-hidden="true" />
      {basisWord(basis)}
    </Root>
  );
}
