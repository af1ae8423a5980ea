import AddIcon from '@mui/icons-material/Add';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { media } from '#ui/ink.ts';
import { LiveMark } from '#ui/live-mark.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { Shortcut } from '#ui/shortcut.tsx';
import { StaleStrip, WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { useNow } from '#ui/use-now.ts';
import { useCorrected } from '#widgets/correcting/use-corrected.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { CoverageCard } from './coverage-card.tsx';
import { QueueCard } from './queue-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { ActivityCard, QuotaCard } from './side-cards.tsx';
import { findStuck } from './stuck.ts';
import { readMost, useOverview } from './use-overview.ts';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(280px, 360px)',
  gap: 16,
  alignItems: 'start',
  [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

// Left of the button where that stands at the right edge, right of it where at the left: it comes later, and its
// seconds grow, and neither moves the button.
const Beside = styled('span')({ display: 'inline-flex', [media.phone]: { order: 1 } });

/** Witnesses that are read beyond the newest at a time, when the reader asks. */
const olderStep = 1000;

/** The home: not a welcome, but what waits. */
export function OverviewPage() {
  const [witnessMost, setWitnessMost] = useState(readMost);
  const overview = useOverview(witnessMost);
  const format = useFormat();
  const now = useNow(60_000);
  const corrected = useCorrected();
  const { read, requests, witnesses } = overview;
  const today = `${format.longDay(now)}, ${format.time(now)} (${format.zone(now)})`;
  const conservation = (
    <>
      <QuotaCard organization={overview.organization} loading={overview.organizationLoading} />
      {witnesses.data ? (
        <CoverageCard
          witnesses={witnesses.data.items}
          partial={(witnesses.data.count ?? 0) > witnesses.data.items.length}
          reading={witnesses.isReadingMore}
          onOlder={() => setWitnessMost((most) => most + olderStep)}
        />
      ) : (
        <Card title={m.overview_coverage()} flush>
          {witnesses.isError ? (
            <QueryFailure
              error={witnesses.error}
              what={m.overview_witnesses_list()}
              onRetry={() => void witnesses.refetch()}
              retrying={witnesses.isFetching}
            />
          ) : (
            <LoadingRows count={6} />
          )}
        </Card>
      )}
    </>
  );
  if (!requests)
    return (
      <PageFrame title={m.overview_title()} sub={today} actions={<Actions />}>
        <Columns>
          <Card flush>
            {read.isError ? (
              <QueryFailure
                error={read.error}
                what={m.overview_requests_list()}
                onRetry={() => void read.refetch()}
                retrying={read.isFetching}
              />
            ) : (
              <LoadingRows count={8} kind="queue" />
            )}
          </Card>
          <Stack>{conservation}</Stack>
        </Columns>
      </PageFrame>
    );
  const { claimables, linked } = overview;
  const stuck = findStuck({ requests, witnesses: claimables, linked, corrected }, now);
  // Without a list nothing says what is not here: the record only knows some.
  const known = overview.source === 'record';
  const partial = overview.total != null && requests.length < overview.total;
  return (
    <PageFrame
      title={
        stuck.length > 0
          ? m.overview_waiting({ count: stuck.length })
          : known || partial
            ? m.overview_nothing_known()
            : m.overview_nothing_waits()
      }
      documentTitle={m.overview_title()}
      sub={today}
      actions={<Actions readAt={read.dataUpdatedAt} />}
    >
      <Stack>
        {read.isRefetchError && (
          <StaleStrip updatedAt={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        {overview.source === 'record' && <WarningStrip>{m.overview_from_record()}</WarningStrip>}
        {partial && (
          <WarningStrip>
            {m.overview_partial({
              have: format.number(requests.length),
              total: format.number(overview.total ?? 0),
            })}
          </WarningStrip>
        )}
        <Columns>
          <Stack>
            <QueueCard stuck={stuck} known={known || partial} />
            <RequestsCard requests={requests} known={known} partial={partial} />
          </Stack>
          <Stack>
            {conservation}
            <ActivityCard requests={requests} known={known} />
          </Stack>
        </Columns>
      </Stack>
    </PageFrame>
  );
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
        <Beside>
          <LiveMark updatedAt={readAt} />
        </Beside>
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
