import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { isAbsent, offers } from '#client/session/capabilities.ts';
import { signatureRequests } from '#client/families/requests/signature-requests.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { BarChart, ChartLegend, type Series } from './bar-chart.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ink } from '#ui/theme/tokens.ts';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { useSeen } from './use-seen.ts';
import { m } from '#i18n/messages.ts';
import { beginningOf, requestsOver, type Grain, type RequestCount } from './series.ts';
import css from './requests-card.module.css';

const Quiet = styled('p')({ color: ink.text2, fontSize: 13, lineHeight: '18px' });

type Shown = 'finished' | 'waiting' | 'rejected' | 'drafts' | 'unread';

const lengths: Readonly<Record<Grain, number>> = { day: 30, month: 12 };

/** Requests over time: counted by the service where it publishes that, else from what was read, and it says which. */
export function RequestsCard({
  requests,
  known,
  partial,
}: {
  requests: readonly SignatureRequest[];
  /** There may be others that nothing here knows of. */
  known: boolean;
  /** There are older requests than these. */
  partial: boolean;
}) {
  const format = useFormat();
  const now = useServiceNow(60_000);
  const { zone } = usePreferences();
  const [grain, setGrain] = useState<Grain>('day');
  const length = lengths[grain];
  const [foot, seen] = useSeen<HTMLParagraphElement>();
  const marksQuery = useMarks(grain, zone, beginningOf(now, zone, grain, length), seen);
  // A service may answer anything; what is no list of counts is no count.
  const marks = Array.isArray(marksQuery.data) ? marksQuery.data : undefined;
  const counts = useMemo(
    () => requestsOver({ requests, partial, marks }, now, zone, grain, length),
    [requests, partial, marks, now, zone, grain, length],
  );
  const title = grain === 'day' ? m.overview_per_day() : m.overview_per_month();
  // Days without any stand there as zeros; where no date came, every one of them would be made up.
  if (!marks && requests.length > 0 && requests.every(({ createdAt }) => !createdAt))
    return (
      <Card title={m.overview_per_day()}>
        <Quiet>{m.overview_per_day_unknown()}</Quiet>
      </Card>
    );
  const count = counts.reduce((sum, one) => sum + countOf(one), 0);
  const total = format.number(count);
  const isEmpty = count === 0 && counts.every(({ reach }) => reach === 'whole');
  const unread = counts.some((one) => one.unread > 0);
  const series = seriesOf(counts);
  return (
    <Card title={title} note={totalWords(grain, known, total, length)}>
      <div className={css.bar}>
        <ChartLegend series={series} />
        <SegmentedControl
          label={m.overview_grain()}
          value={grain}
          onChange={setGrain}
          options={[
            { value: 'day', label: m.overview_grain_day() },
            { value: 'month', label: m.overview_grain_month() },
          ]}
        />
      </div>
      <BarChart
        label={title}
        series={series}
        empty={isEmpty ? m.overview_per_day_none() : undefined}
        bars={counts.map((one) => ({
          label: labelOf(one.mark, grain),
          values: series.map(({ id }) => one[id]),
          unknown: one.reach === 'unread' ? m.overview_not_read() : undefined,
        }))}
      />
      <Quiet className={css.from} ref={foot} aria-busy={marksQuery.isPending && marksQuery.isFetching}>
        {fromWords()}
      </Quiet>
    </Card>
  );

  function labelOf(mark: string, by: Grain): string {
    // In the middle, so that it is the same day or month in every zone.
    if (by === 'month') return format.month(`${mark}-15T12:00:00Z`);
    return format.inList(`${mark}T18:00:00Z`, now).replace(/,?\s\d\d:\d\d$/, '');
  }

  function fromWords(): string {
    const have = format.number(requests.length);
    if (marks) {
      const fewer = counts.some((one) => one.fewer);
      return [
        ...(unread && requests.length > 0
          ? [m.overview_from_reported_part({ count: requests.length, have })]
          : []),
        ...(fewer ? [m.overview_from_fewer()] : []),
      ].join(' ');
    }
    // Nothing is requested before the card was seen, and most services count: no line is held for other words.
    if (!seen || (marksQuery.isPending && marksQuery.isFetching)) return '';
    const why =
      marksQuery.isError && !isAbsent(marksQuery.error)
        ? m.overview_from_failed()
        : m.overview_from_unreported();
    if (requests.length === 0) return why;
    return `${why} ${partial ? m.overview_from_read_part({ have }) : m.overview_from_read({ have })}`;
  }
}

/** Days move on while one looks: the question stays the same until the first of them does. */
function useMarks(grain: Grain, zone: string, from: string, seen: boolean) {
  const { client, capabilities, organization } = useConnection();
  return useQuery({
    ...signatureRequests(client).timeseries({
      granularity: grain,
      timezone: zone,
      timestamp: { gte: from },
      order: 'desc',
      limit: lengths[grain] + 1,
      ...(organization ? { organization: { eq: organization.id } } : {}),
    }),
    enabled: seen && offers(capabilities, 'readSignatureRequestTimeseries'),
    refetchInterval: (query) => (query.state.status === 'error' ? false : 60_000),
    retry: false,
  });
}

function seriesOf(counts: readonly RequestCount[]): readonly (Series & { id: Shown })[] {
  const has = (id: Shown): boolean => counts.some((one) => one[id] > 0);
  return [
    { id: 'finished', label: m.overview_finished(), look: 'filled' },
    { id: 'waiting', label: m.overview_waits(), look: 'hollow' },
    { id: 'rejected', label: m.overview_rejections(), look: 'refused' },
    ...(has('drafts') ? [{ id: 'drafts', label: m.overview_drafts(), look: 'grey' } as const] : []),
    ...(has('unread') ? [{ id: 'unread', label: m.overview_unread(), look: 'dashed' } as const] : []),
  ];
}

function countOf({ finished, waiting, rejected, drafts, unread }: RequestCount): number {
  return finished + waiting + rejected + drafts + unread;
}

function totalWords(grain: Grain, known: boolean, count: string, length: number): string {
  if (grain === 'month')
    return known
      ? m.overview_per_month_known({ count, months: length })
      : m.overview_per_month_total({ count, months: length });
  return known
    ? m.overview_per_day_known({ count, days: length })
    : m.overview_per_day_total({ count, days: length });
}
