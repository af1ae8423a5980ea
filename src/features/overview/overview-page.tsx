import AddIcon from '@mui/icons-material/Add';
import { useState, type ComponentProps } from 'react';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { FailedLine } from '#ui/feedback/failed-line.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Shortcut } from '#ui/actions/shortcut.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { useCorrected } from '#widgets/correcting/use-corrected.ts';
import { paths } from '#widgets/paths.ts';
import { useFirstReads } from '#widgets/query/appear-together.tsx';
import { QueryView, type QueryState } from '#widgets/query/query-view.tsx';
import { useRetry } from '#widgets/query/use-retry.ts';
import { m } from '#i18n/messages.ts';
import { CoverageCard } from './coverage-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { chooseRows, QueueCard, type QueueView } from './queue/queue-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { ActivityCard, QuotaCard } from './side-cards.tsx';
import { findStuck, type Stuck } from './stuck.ts';
import { totalsOf, type Total, type Totals } from './totals.ts';
import { newestSize, useLinked, useOverview, type Overview } from './use-overview.ts';
import css from './overview-page.module.css';

/** Witnesses that are read beyond the newest at a time, when the reader asks. */
const olderStep = 1000;

/** Milliseconds for which rows wait for what their order hangs on: a row that is read must not move to another place. */
const queuePatience = 5_000;

/** The home: not a welcome, but what waits. */
export function OverviewPage() {
  const [witnessMost, setWitnessMost] = useState(newestSize);
  const overview = useOverview(witnessMost);
  const format = useFormat();
  const now = useServiceNow(60_000);
  // What time it is where the page is read; ages are counted by the service's clock.
  const here = useNow(60_000);
  const [queueView, setQueueView] = useState<QueueView>({ only: undefined, all: false });
  const { stuck, totals } = useQueue(overview, queueView, now);
  const { newest, partial } = overview;
  const query = useSettled(overview.query);
  // Without a list nothing says what is not here: the record only knows some.
  const known = overview.source === 'record';
  const isNew =
    !known && !partial && query.data?.length === 0 && totals.all.count === 0 && !overview.witnessesUnread;
  const isComing = !query.data && !query.isError;
  const isMissing = !query.data && query.isError;
  return (
    <PageFrame
      title={query.data ? titleOf(totals.all, format.number(totals.all.count)) : m.overview_title()}
      documentTitle={m.overview_title()}
      sub={`${format.longDay(here)}, ${format.time(here)} (${format.zone(here)})`}
      // A page of which a part failed is not live, whatever the rest is.
      actions={<Actions readAt={query.data && (isPartMissing(overview) ? 0 : query.dataUpdatedAt)} />}
    >
      <Stack>
        {query.data && known && <WarningStrip>{m.overview_from_record()}</WarningStrip>}
        <div className={css.columns} data-loading={isComing || undefined}>
          <Stack>
            <QueryView
              query={query}
              what={m.overview_requests_list()}
              loading={
                <div className={css.queueComing}>
                  <div className={css.chipsComing} aria-hidden="true">
                    <LoadingRows count={6} kind="chips" />
                  </div>
                  <LoadingRows count={8} kind="work" />
                </div>
              }
              frame={(state, isLoading) => (
                <Card
                  title={query.isError ? m.overview_queue() : undefined}
                  flush
                  foot={isLoading ? <LoadingFoot /> : undefined}
                >
                  {state}
                </Card>
              )}
            >
              {() => (
                <>
                  {isNew ? (
                    <FirstStepsCard />
                  ) : (
                    <QueueCard stuck={stuck} totals={totals} view={queueView} onView={setQueueView} />
                  )}
                  <RequestsCard requests={newest} known={known} partial={partial} />
                </>
              )}
            </QueryView>
            {isComing && (
              <Coming title={m.overview_per_day()} className={css.chartComing} kind="chart" count={1} />
            )}
            {isMissing && <Missing title={m.overview_per_day()} query={query} />}
          </Stack>
          <Stack>
            <Conservation overview={overview} onOlder={() => setWitnessMost((most) => most + olderStep)} />
            {query.data && <ActivityCard requests={newest} known={known} />}
            {isComing && (
              <Coming title={m.overview_activity()} className={css.activityComing} kind="work" count={7} />
            )}
            {isMissing && <Missing title={m.overview_activity()} query={query} />}
          </Stack>
        </div>
      </Stack>
    </PageFrame>
  );
}

/** The place of how many are shown, and of the way to all. */
const LoadingFoot = () => (
  <div className={css.footComing} aria-hidden="true">
    <LoadingRows count={1} />
  </div>
);

/** The place of a card whose list the queue waits for too, and says so. */
function Coming({
  title,
  className,
  ...rows
}: { title: string; className?: string | undefined } & ComponentProps<typeof LoadingRows>) {
  return (
    <Card title={title}>
      <div className={className} aria-hidden="true">
        <LoadingRows {...rows} />
      </div>
    </Card>
  );
}

/** The place of a card whose list could not be read. Why, and what to report, is said in the first of its cards. */
function Missing({ title, query }: { title: string; query: QueryState<unknown> }) {
  const { retry, retrying } = useRetry(query.refetch);
  return (
    <Card title={title}>
      <FailedLine text={m.overview_requests_failed()} onRetry={retry} retrying={retrying} />
    </Card>
  );
}

/** Without an answer until what the order of the queue hangs on has come, or takes too long. */
function useSettled<T>(query: QueryState<T>): QueryState<T> {
  const isSettled = useFirstReads(queuePatience);
  return isSettled || query.isError ? query : { ...query, data: undefined };
}

/** What waits and how much of it there is. */
function useQueue(
  overview: Overview,
  view: QueueView,
  now: Date,
): { stuck: readonly Stuck[]; totals: Totals } {
  const { claimables, partial, query } = overview;
  const looked = { requests: query.data ?? [], witnesses: claimables, corrected: useCorrected() };
  const withoutLinks = findStuck(looked, now);
  // Whether drafts are for somebody without a link is looked up once a draft is among what is shown.
  const linked = useLinked(looked.requests, !partial || chooseRows(withoutLinks, view).some(isDraft));
  const stuck = linked ? findStuck({ ...looked, linked }, now) : withoutLinks;
  const totals = totalsOf(
    stuck,
    {
      lists: overview.lists,
      newest: overview.newest,
      known: overview.source === 'record',
      requests: looked.requests,
      claimables: overview.listedClaimables,
      hasMoreUndated: overview.hasMoreUndated,
      witnessesUnread: overview.witnessesUnread,
      claimablesFailed: overview.claimablesFailed,
    },
    now,
  );
  return { stuck, totals };
}

/** How much of the quota is used, and how the witnesses are conserved. */
function Conservation({ overview, onOlder }: { overview: Overview; onOlder: () => void }) {
  const { witnesses } = overview;
  return (
    <>
      <QuotaCard
        organization={overview.organization}
        loading={overview.organizationLoading}
        failure={overview.organizationFailure}
      />
      <QueryView
        query={witnesses}
        what={m.overview_witnesses_list()}
        // As high as what comes, so that the activity below it stays.
        loading={
          <div className={css.coverageComing}>
            <LoadingRows count={3} kind="people" rowHeight={40} />
          </div>
        }
        frame={(state, isLoading) => (
          <Card title={m.overview_coverage()} flush={!isLoading}>
            {state}
          </Card>
        )}
      >
        {({ items, count = 0 }) => (
          <CoverageCard
            witnesses={items}
            partial={count > items.length}
            reading={witnesses.isReadingMore}
            onOlder={onOlder}
          />
        )}
      </QueryView>
    </>
  );
}

const isPartMissing = ({ query, witnesses, organizationFailure }: Overview): boolean =>
  query.isError || witnesses.isError || organizationFailure !== undefined;

const isDraft = ({ cause }: Stuck): boolean => cause === 'draft';

function titleOf({ count, least }: Total, shown: string): string {
  if (count === 0) return least ? m.overview_nothing_known() : m.overview_nothing_waits();
  return least ? m.overview_waiting_least({ count, shown }) : m.overview_waiting({ count, shown });
}

/** The same before and after the first answer: a press that is under way stays one. */
function Actions({
  readAt,
}: {
  /** When what is shown was read, Unix ms; none yet without it, 0 where a part of it could not be. */
  readAt?: number | undefined;
}) {
  return (
    <>
      {readAt !== undefined && (
        <span className={css.beside}>
          <LiveMark updatedAt={readAt} />
        </span>
      )}
      <LinkButton
        variant="contained"
        to={paths.newRequest}
        icon={<AddIcon />}
        end={<Shortcut keys={['n']} />}
      >
        {m.overview_new()}
      </LinkButton>
    </>
  );
}
