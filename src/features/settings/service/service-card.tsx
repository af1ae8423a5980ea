import Skeleton from '@mui/material/Skeleton';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isAbsent } from '#client/session/capabilities.ts';
import { serviceDescription } from '#client/families/service-description.ts';
import { useClient } from '#client/session/session-context.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Facts } from '#ui/data/facts.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { FailedQueryLine } from '#widgets/query/failed-query-line.tsx';
import { m } from '#i18n/messages.ts';

/** Seconds by which two clocks may differ without anything on screen being off. */
const same = 5;

/** What the service says of itself: its clock beside that of this device, and how it describes its interface. */
export function ServiceCard() {
  const client = useClient();
  const format = useFormat();
  const clock = useQuery(serviceDescription(client).clock());
  const description = useQuery(serviceDescription(client).description());
  const phone = usePhone();
  const reported = description.data;
  return (
    <Card
      title={m.settings_service()}
      note={clock.data || reported ? <ExplainedBasis basis="SERVER" /> : undefined}
    >
      <Facts
        facts={[
          {
            label: m.settings_service_clock(),
            value: clock.data ? (
              <>
                <Instant at={new Date(clock.data.at)} form="full" />
                {', '}
                {differenceWords(clock.data.ahead)}
              </>
            ) : (
              <Missing query={clock} failed={m.settings_service_clock_failed} />
            ),
          },
          {
            label: m.settings_service_interface(),
            value: reported ? (
              m.settings_service_described({
                title: reported.title ?? m.settings_service_untitled(),
                version: reported.version ?? '—',
                count: reported.operations,
              })
            ) : (
              <Missing
                query={description}
                failed={m.settings_service_interface_failed}
                // A phone has a narrow column for its words.
                lines={phone ? 3 : 1}
              />
            ),
          },
        ]}
      />
    </Card>
  );

  function differenceWords(ahead: number): string {
    const seconds = Math.round(ahead / 1000);
    if (Math.abs(seconds) <= same) return m.settings_service_clock_same();
    const duration = format.duration(Math.abs(seconds));
    return seconds > 0
      ? m.settings_service_clock_ahead({ duration })
      : m.settings_service_clock_behind({ duration });
  }
}

/** Not reported, not given by this service, and not read are three things. */
function Missing({
  query,
  failed,
  lines = 1,
}: {
  query: UseQueryResult;
  failed: (inputs: { reason: string }) => string;
  /** Of the words that come. */
  lines?: number;
}) {
  const { error, isPending } = query;
  if (isPending)
    return (
      <span aria-busy="true" style={{ display: 'grid', gap: 8, paddingBlock: 4 }}>
        <VisuallyHidden>{m.common_loading()}</VisuallyHidden>
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton
            key={line}
            variant="rounded"
            width={line > 0 && line === lines - 1 ? 96 : 180}
            height={10}
            style={{ maxWidth: '100%' }}
          />
        ))}
      </span>
    );
  if (isAbsent(error)) return m.settings_service_absent();
  if (!error) return m.settings_service_unreported();
  return <FailedQueryLine query={query} words={failed} />;
}
