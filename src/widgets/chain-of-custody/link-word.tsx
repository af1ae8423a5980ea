import QuoteIcon from '@mui/icons-material/FormatQuote';
import { VerdictWord } from '#ui/verdicts/verdict-word.tsx';
import { m } from '#i18n/messages.ts';
import type { LinkMark } from './custody-context.tsx';
import css from './link-word.module.css';

/** Follows, gap, or could not be checked: shape, word and colour. The first event follows nothing. */
export function LinkWord({ mark, number }: { mark: LinkMark; number: number }) {
  const isFirst = number === 1;
  if (mark === 'REPORTED')
    return (
      <span className={css.reported} data-state="REPORTED">
        <QuoteIcon aria-hidden="true" />
        {isFirst ? m.tokens_link_first_reported() : m.tokens_link_reported()}
      </span>
    );
  return <VerdictWord state={mark}>{linkWords(mark, isFirst)}</VerdictWord>;
}

function linkWords(mark: Exclude<LinkMark, 'REPORTED'>, isFirst: boolean): string {
  switch (mark) {
    case 'PASSED':
      return isFirst ? m.tokens_link_first() : m.tokens_link_follows();
    case 'FAILED':
      return m.tokens_link_gap();
    case 'INDETERMINATE':
      return m.tokens_link_open();
  }
}
