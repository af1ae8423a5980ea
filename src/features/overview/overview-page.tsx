import AddIcon from '@mui/icons-material/Add';
import { styled } from '@mui/material/styles';
import type { SignatureRequest } from '#contract/resources.ts';
import { BarChart, ChartLegend, type Series } from '#ui/bar-chart.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card, Stack } from '#ui/card.tsx';
import { ink, media } from '#ui/ink.ts';
import { LiveMark } from '#ui/live-mark.tsx';
import { LoadingRows } from '#ui/loading-rows.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { usePreferences } from '#ui/preferences.tsx';
import { Shortcut } from '#ui/shortcut.tsx';
import { StaleStrip, WarningStrip } from '#ui/strips.tsx';
import { useFormat } from '#ui/use-format.ts';
import { useNow } from '#ui/use-now.ts';
import { paths } from '#widgets/paths.ts';
import { QueryFailure } from '#widgets/query-failure.tsx';
import { m } from '#words/words.ts';
import { QueueCard } from './queue-card.tsx';
import { requestsByDay } from './series.ts';
import { ActivityCard, CoverageCard, QuotaCard } from './side-cards.tsx';
import { findStuck } from './stuck.ts';
import { useOverview } from './use-overview.ts';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(280px, 360px)',
  gap: 16,
  alignItems: 'start',
  [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});

const Quiet = styled('p')({ color: ink.text2, fontSize: 13, lineHeight: '18px' });

const days = 30;

/** The home: not a welcome, but what waits. */
export function OverviewPage() {
  const overview = useOverview();
  const format = useFormat();
  const now = useNow(60_000);
  const { read, requests, witnesses } = overview;
  const today = `${format.longDay(now)}, ${format.time(now)} (${format.zone(now)})`;
  if (!requests)
    return (
      <PageFrame title={m.overview_title()} sub={today} actions={<NewRequest />}>
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
      </PageFrame>
    );
  const stuck = findStuck(requests, now, overview.linked);
  // Without a list nothing says what is not here: the record only knows some.
  const known = overview.source === 'record';
  const partial = overview.total != null && requests.length < overview.total;
  return (
    <PageFrame
      title={
        stuck.length > 0
          ? m.overview_waiting({ count: stuck.length })
          : known
            ? m.overview_nothing_known()
            : m.overview_nothing_waits()
      }
      documentTitle={m.overview_title()}
      sub={today}
      actions={
        <>
          <LiveMark updatedAt={read.dataUpdatedAt} />
          <NewRequest />
        </>
      }
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
            <QueueCard stuck={stuck} known={known} />
            <PerDayCard requests={requests} known={known} />
          </Stack>
          <Stack>
            <QuotaCard organization={overview.organization} />
            {witnesses.data ? (
              <CoverageCard
                witnesses={witnesses.data.items}
                partial={(witnesses.data.count ?? 0) > witnesses.data.items.length}
              />
            ) : witnesses.isError ? (
              <QueryFailure
                error={witnesses.error}
                what={m.overview_witnesses_list()}
                onRetry={() => void witnesses.refetch()}
              />
            ) : (
              <LoadingRows count={3} />
            )}
            <ActivityCard requests={requests} known={known} />
          </Stack>
        </Columns>
      </Stack>
    </PageFrame>
  );
}

function NewRequest() {
  return (
    <LinkButton variant="contained" to={paths.newRequest} icon={<AddIcon />} end={<Shortcut keys={['n']} />}>
      {m.overview_new()}
    </LinkButton>
  );
}

function PerDayCard({
  requests,
  known,
}: {
  requests: readonly SignatureRequest[];
  /** There may be others that nothing here knows of. */
  known: boolean;
}) {
  const format = useFormat();
  const now = useNow(60_000);
  const { timeZone, utc } = usePreferences();
  const series: readonly Series[] = [
    { id: 'finished', label: m.overview_finished(), look: 'filled' },
    { id: 'waiting', label: m.overview_waits(), look: 'hollow' },
    { id: 'rejected', label: m.overview_rejections(), look: 'refused' },
  ];
  const counted = requestsByDay(requests, now, utc ? 'UTC' : timeZone, days);
  // Days without any stand there as zeros; where no date came, every one of them would be made up.
  if (requests.length > 0 && requests.every(({ createdAt }) => !createdAt))
    return (
      <Card title={m.overview_per_day()}>
        <Quiet>{m.overview_per_day_unknown()}</Quiet>
      </Card>
    );
  const count = counted.reduce(
    (sum, { finished, waiting, rejected }) => sum + finished + waiting + rejected,
    0,
  );
  return (
    <Card
      title={m.overview_per_day()}
      note={(known ? m.overview_per_day_known : m.overview_per_day_total)({
        count: format.number(count),
        days: format.number(days),
      })}
    >
      <ChartLegend series={series} />
      <BarChart
        label={m.overview_per_day()}
        series={series}
        bars={counted.map(({ day, finished, waiting, rejected }) => ({
          label: format.inList(new Date(`${day}T18:00:00Z`), now).replace(/\s\d\d:\d\d$/, ''),
          values: [finished, waiting, rejected],
        }))}
      />
    </Card>
  );
}
