import { LoadingCards } from '#ui/layout/loading-cards.tsx';
import { VerdictBanner } from '#ui/verdicts/verdict-banner.tsx';
import { CustodyColumns } from '#widgets/chain-of-custody/custody-columns.tsx';
import { m } from '#i18n/messages.ts';

/** The place of the verdict, which is not known yet. */
export function TokenReading({ isChecking = false }: { isChecking?: boolean }) {
  return <VerdictBanner state="RUNNING" sentence={isChecking ? m.tokens_checking() : m.tokens_reading()} />;
}

/** The drawing and the checks while they are read, in the columns in which they will stand. */
export function LoadingChain() {
  return (
    <CustodyColumns
      main={<LoadingCards cards={[{ title: m.tokens_who_when(), kind: 'facts', count: 8 }]} />}
      side={<LoadingCards silent cards={[{ title: m.tokens_checks(), kind: 'facts', count: 6 }]} />}
    />
  );
}
