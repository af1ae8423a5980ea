import RecomputedIcon from '@mui/icons-material/CalculateOutlined';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import { m } from '#i18n/messages.ts';
import css from './basis-mark.module.css';

/** Where a fact comes from. The names are those of the checks. */
export type BasisName = 'RECOMPUTED' | 'CHAIN' | 'PINNED' | 'SERVER';

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
  // Named where it is drawn: files of the build that import each other would leave an icon of a table undefined.
  const Icon = { RECOMPUTED: RecomputedIcon, CHAIN: LinkIcon, PINNED: PinIcon, SERVER: QuoteIcon }[basis];
  return (
    <span className={css.root} data-basis={basis}>
      <Icon aria-hidden="true" />
      {basisWord(basis)}
    </span>
  );
}
