import { styled } from '@mui/material/styles';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { ink, type } from '#ui/theme/tokens.ts';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import { m } from '#i18n/messages.ts';
import type { LinkMark } from './custody-context.tsx';

const Told = styled('span')({
  ...type.table,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  color: ink.text2,
  whiteSpace: 'nowrap',
  '& > svg': { flex: 'none', fontSize: 16, color: ink.text3 },
});

/** Follows, gap, or could not be checked: shape, word and colour. */
export function LinkWord({ mark }: { mark: LinkMark }) {
  if (mark === 'TOLD')
    return (
      <Told data-state="TOLD">
        <QuoteIcon aria-hidden="true" />
        {m.tokens_link_told()}
      </Told>
    );
  return <VerdictWord state={mark}>{linkWords(mark)}</VerdictWord>;
}

function linkWords(mark: Exclude<LinkMark, 'TOLD'>): string {
  switch (mark) {
    case 'PASSED':
      return m.tokens_link_follows();
    case 'FAILED':
      return m.tokens_link_gap();
    case 'INDETERMINATE':
      return m.tokens_link_open();
  }
}
