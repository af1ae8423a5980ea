import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FilterBar, ToggleChip } from '#ui/inputs/filter-chip.tsx';
import { Link } from '#ui/actions/link.tsx';
import { List } from '#ui/lists/list.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import type { Total, Totals } from '../totals.ts';
import { causes, type Cause, type Stuck } from '../stuck.ts';
import { QueueRow } from './queue-row.tsx';
import { chipWord } from './queue-words.ts';
import css from './queue-card.module.css';

/** Rows that are shown before the reader asks for all. */
const shownAtFirst = 8;

/** Which rows of the queue are shown. */
export interface QueueView {
  readonly only: Cause | undefined;
  /** Not just the most urgent. */
  readonly all: boolean;
}

const chosenBy = (stuck: readonly Stuck[], only: Cause | undefined): readonly Stuck[] =>
  only === undefined ? stuck : stuck.filter(({ cause }) => cause === only);

export function chooseRows(stuck: readonly Stuck[], { only, all }: QueueView): readonly Stuck[] {
  const chosen = chosenBy(stuck, only);
  return all ? chosen : chosen.slice(0, shownAtFirst);
}

/** What waits for the organization: what is stuck, why, and what to do next. */
export function QueueCard({
  stuck,
  totals,
  view,
  onView,
}: {
  /** Those that were read, most urgent first. */
  stuck: readonly Stuck[];
  /** All, also those that were only counted. */
  totals: Totals;
  view: QueueView;
  onView: (view: QueueView) => void;
}) {
  const words = useTotalWords();
  const { only, all } = view;
  const shown = chooseRows(stuck, view);
  const isAll = all || chosenBy(stuck, only).length <= shownAtFirst;
  const total = only === undefined ? totals.all : totals.of[only];
  const ofTotal = {
    shown: words({ count: shown.length, least: false }),
    total: total.least ? m.overview_at_least({ count: words({ ...total, least: false }) }) : words(total),
  };
  const isCut = shown.length < total.count;
  return (
    <Card
      flush
      foot={
        isCut ? (
          <div className={css.foot}>
            <span>{isAll ? m.overview_oldest_of(ofTotal) : m.overview_most_urgent(ofTotal)}</span>
            {isAll ? (
              <Link to={restOf(only)}>{m.overview_rest()}</Link>
            ) : (
              <Button variant="text" onClick={() => onView({ only, all: true })}>
                {m.overview_show_all()}
              </Button>
            )}
          </div>
        ) : undefined
      }
    >
      <div className={css.chips}>
        <FilterBar>
          <ToggleChip
            label={m.overview_all()}
            count={words(totals.all)}
            on={only === undefined}
            onChange={() => onView({ only: undefined, all })}
          />
          {causes
            .filter((cause) => totals.of[cause].count > 0 || totals.uncounted.includes(cause))
            .map((cause) => (
              <ToggleChip
                key={cause}
                label={chipWord(cause, totals.of[cause].count)}
                count={totals.uncounted.includes(cause) ? <Uncounted /> : words(totals.of[cause])}
                disabled={totals.uncounted.includes(cause)}
                on={only === cause}
                onChange={(on) => onView({ only: on ? cause : undefined, all })}
              />
            ))}
        </FilterBar>
      </div>
      {stuck.length === 0 ? (
        <p className={css.nothing}>
          {totals.all.least ? (
            m.overview_empty_known()
          ) : (
            <>
              <strong>{m.overview_empty()}.</strong> {m.overview_empty_text()}
            </>
          )}
        </p>
      ) : (
        <List aria-label={m.overview_queue()}>
          {shown.map((one) => (
            <QueueRow key={one.id} stuck={one} />
          ))}
        </List>
      )}
    </Card>
  );
}

const Uncounted = () => (
  <>
    <span aria-hidden="true">—</span>
    <VisuallyHidden>{m.overview_chip_uncounted()}</VisuallyHidden>
  </>
);

/** `1,284`, or `≥ 17` where there may be more. */
function useTotalWords(): (total: Total) => string {
  const format = useFormat();
  return ({ count, least }) => `${least ? '≥ ' : ''}${format.number(count)}`;
}

/** Where those are listed that are only counted here, oldest first. */
function restOf(only: Cause | undefined): string {
  if (only === 'claimable') return withQuery(paths.witnesses, { claimable: 'yes', order: 'asc' });
  return withQuery(paths.requests, { tab: only && tabOf[only], sort: 'created' });
}

const tabOf: Readonly<Partial<Record<Cause, string>>> = {
  rejected: 'rejected',
  unanswered: 'waiting',
  unfinalized: 'waiting',
  unwitnessed: 'unwitnessed',
  certificate: 'waiting',
  unsigned: 'waiting',
  unlinked: 'drafts',
  draft: 'drafts',
};
