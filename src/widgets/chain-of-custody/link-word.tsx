import QuoteIcon from '@mui/icons-material/FormatQuote';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import { m } from '#i18n/messages.ts';
import type { LinkMark } from './custody-context.tsx';
import css from './link-word.module.css';

/** Follows, gap, or could not be checked: shape, word and colour. */
export function LinkWord({ mark }: { mark: LinkMark }) {
  if (mark === 'REPORTED')
    return (
      <span className={css.reported} data-state="REPORTED">
        <QuoteIcon aria-hidden="true" />
        {m.tokens_link_reported()}
      </span>
    );
  return <VerdictWord state={mark}>{linkWords(mark)}</VerdictWord>;
}

function linkWords(mark: Exclude<LinkMark, 'REPORTED'>): string {
  switch (mark) {
    case 'PASSED':
      return m.tokens_link_follows();
    case 'FAILED':
      return m.tokens_link_gap();
    case 'INDETERMINATE':
      return m.tokens_link_open();
  }
}
