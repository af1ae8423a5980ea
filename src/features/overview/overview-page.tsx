import AddIcon from '@mui/icons-material/Add';
import { useState } from 'react';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { LiveMark } from '#ui/feedback/live-mark.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { Shortcut } from '#ui/actions/shortcut.tsx';
import { StaleStrip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { useCorrected } from '#widgets/correcting/use-corrected.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query/query-failure.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { CoverageCard } from './coverage-card.tsx';
import { chooseRows, QueueCard, type QueueView } from './queue-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { ActivityCard, QuotaCard } from './side-cards.tsx';
import { findStuck, type Stuck } from './stuck.ts';
import { totalsOf, type Total } from './totals.ts';
import { newestSize, useLinked, useOverview } from './use-overview.ts';
import css from './overview-page.module.css';

/** Witnesses that are read beyond the newest at a time, when the reader asks. */
const olderStep = 1000;

/** The home: not a welcome, but what waits. */
export function OverviewPage() {
  const [witnessMost, setWitnessMost] = useState(newestSize);
  const overview = useOverview(witnessMost);
  const format = useFormat();
  const now = useNow(60_000);
  const corrected = useCorrected();
  const { read, requests, witnesses } = overview;
  const today = `${format.longDay(now)}, ${format.time(now)} (${format.zone(now)})`;
  const conservation = (
    <>
      <QuotaCard
        organization={overview.organization}
        loading={overview.organizationLoading}
        failed={overview.organizationFailed}
      />
      <QueryView
        query={witnesses}
        what={m.overview_witnesses_list()}
        frame={(state) => (
          <Card title={m.overview_coverage()} flush>
            {state}
          </Card>
        )}
      >
        {({ items, count = 0 }) => (
          <CoverageCard
            witnesses={items}
            partial={count > items.length}
            reading={witnesses.isReadingMore}
            onOlder={() => setWitnessMost((most) => most + olderStep)}
          />
        )}
      </QueryView>
    </>
  );
  const { claimables, newest, partial, lists, listedClaimables, hasMoreUndated, witnessesUnread } = overview;
  const looked = { requests: requests ?? [], witnesses: claimables, corrected };
  // Whether drafts are for somebody without a link is looked up once a draft is among what is shown.
  const [queueView, setQueueView] = useState<QueueView>({ only: undefined, all: false });
  const withoutLinks = findStuck(looked, now);
  const linked = useLinked(looked.requests, !partial || chooseRows(withoutLinks, queueView).some(isDraft));
  const stuck = linked ? findStuck({ ...looked, linked }, now) : withoutLinks;
  // Without a list nothing says what is not here: the record only knows some.
  const known = overview.source === 'record';
  const totals = totalsOf(
    stuck,
    {
      lists,
      newest,
      known,
      requests: looked.requests,
      claimables: listedClaimables,
      hasMoreUndated,
      witnessesUnread,
    },
    now,
  );
  const failed = overview.waiting.error ?? (read.isError ? read.error : null);
  const readAgain = (): void => {
    if (read.isError) void read.refetch();
    overview.waiting.refetch();
  };
  if (!requests)
    return (
      <PageFrame title={m.overview_title()} sub={today} actions={<Actions />}>
        <div className={css.columns}>
          <Card flush>
            {failed ? (
              <QueryFailure
                error={failed}
                what={m.overview_requests_list()}
                onRetry={readAgain}
                retrying={read.isFetching || overview.waiting.isFetching}
              />
            ) : (
              <LoadingRows count={8} kind="queue" />
            )}
          </Card>
          <Stack>{conservation}</Stack>
        </div>
      </PageFrame>
    );
  return (
    <PageFrame
      title={titleOf(totals.all, format.number(totals.all.count))}
      documentTitle={m.overview_title()}
      sub={today}
      actions={<Actions readAt={read.dataUpdatedAt} />}
    >
      <Stack>
        {read.isRefetchError && (
          <StaleStrip updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        {overview.source === 'record' && <WarningStrip>{m.overview_from_record()}</WarningStrip>}
        <div className={css.columns}>
          <Stack>
            <QueueCard stuck={stuck} totals={totals} view={queueView} onView={setQueueView} />
            <RequestsCard requests={newest} known={known} partial={partial} />
          </Stack>
          <Stack>
            {conservation}
            <ActivityCard requests={newest} known={known} />
          </Stack>
        </div>
      </Stack>
    </PageFrame>
  );
}

const isDraft = ({ cause }: Stuck): boolean => cause === 'draft';

function titleOf({ count, least }: Total, shown: string): string {
  if (count === 0) return least ? m.overview_nothing_known() : m.overview_nothing_waits();
  return least ? m.overview_waiting_least({ count, shown }) : m.overview_waiting({ count, shown });
}

/** The same before and after the first answer: a press that is under way stays one. */
function Actions({
  readAt,
}: {
  /** When what is shown was read, Unix ms; none yet without it. */
  readAt?: number;
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
