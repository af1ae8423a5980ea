import { useQuery } from '@tanstack/react-query';
import { isoOf } from '#clock/instants.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { strategies } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Organization, Witness } from '#contract/resources/resources.ts';
import { FigureCard } from '#ui/data/figure-card.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { m } from '#i18n/messages.ts';
import { FailedPartLine } from '../query/failed-part-line.tsx';
import { FailedQueryLine } from '../query/failed-query-line.tsx';
import { forecast, observedDays, usedSince, windowDays, windowStart } from './forecast.ts';
import css from './quota-meter.module.css';

/** `single`: one certificate for one hash. `grouped`: one for the root of a batch. */
type Kind = 'single' | 'grouped';

/** What is left of one counter, what was used lately by the dates of the witnesses, and until when it lasts at that pace. */
export function QuotaMeter({
  kind,
  left,
  organization,
  label,
  readMost,
  isBrief = false,
}: {
  kind: Kind;
  left: number | null | undefined;
  organization: Organization;
  label: string;
  /** Witnesses that are read for their dates; of more, the service's count is taken. */
  readMost: number;
  /** Only until when it lasts, or why that cannot be said. */
  isBrief?: boolean | undefined;
}) {
  const { client } = useConnection();
  const format = useFormat();
  const now = useServiceNow(60_000);
  const since = windowStart(now);
  const made = { createdAt: { gte: isoOf(since) } };
  const read = useQuery(
    witnesses(client).whole(
      {
        organization: { eq: organization.id ?? '' },
        ...(kind === 'single' ? { nom151: made } : { merkleized: made }),
      },
      readMost,
    ),
  );
  const used =
    read.data &&
    usedSince(
      read.data.items.map((witness) => certifiedAt(witness, kind)),
      since,
      now,
      read.data.count,
    );
  const before = left == null || used === undefined ? undefined : left + used;
  // Batches that the policy certified are counted too, and spend nothing.
  const ofWords = kind === 'single' ? m.organization_quota_of : m.organization_quota_of_most;
  const usedWords = (): string => {
    if (used !== undefined)
      return kind === 'single'
        ? m.organization_used_single({ count: used, days: windowDays })
        : m.organization_used_grouped({ count: used, days: windowDays });
    return read.data ? m.organization_used_unknown() : m.common_loading();
  };
  return (
    <FigureCard
      figure={left == null ? '—' : format.number(left)}
      label={label}
      isUsedUp={left != null && left <= 0}
      // How many there may be at most is not reported; how many there were before these were used can be computed.
      used={
        before && left != null
          ? {
              value: left,
              max: before,
              text: ofWords({ left: format.number(left), before: format.number(before) }),
            }
          : undefined
      }
      note={
        <div className={css.lines}>
          {(!isBrief || (used === undefined && left !== 0)) &&
            (used === undefined && read.isError ? (
              <UsedFailed query={read} isBrief={isBrief} />
            ) : (
              <span>{usedWords()}</span>
            ))}
          {(used !== undefined || left === 0) && (
            <Lasting
              {...{ kind, left }}
              used={used ?? 0}
              days={observedDays(organization.createdAt, now)}
              now={now}
            />
          )}
        </div>
      }
    />
  );
}

/** Beside another one the reason would stand twice. */
function UsedFailed({
  query,
  isBrief,
}: {
  query: { readonly error: unknown; readonly refetch: () => unknown };
  isBrief: boolean;
}) {
  return isBrief ? (
    <FailedPartLine text={m.organization_used_unread()} refetch={query.refetch} />
  ) : (
    <FailedQueryLine query={query} words={({ reason }) => m.organization_used_failed({ why: reason })} />
  );
}

function certifiedAt(witness: Witness, kind: Kind): string | null | undefined {
  const { nom151, merkleized } = strategies(witness);
  if (kind === 'single') return nom151?.createdAt;
  return merkleized?.nom151Provider ? merkleized.createdAt : undefined;
}

function Lasting({
  kind,
  left,
  used,
  days,
  now,
}: {
  kind: Kind;
  left: number | null | undefined;
  used: number;
  days: number;
  now: Date;
}) {
  const format = useFormat();
  const outlook = forecast(left, used, days, now);
  switch (outlook.kind) {
    case 'unreported':
      return <span>{m.organization_left_unreported()}</span>;
    case 'used-up':
      return <strong>{m.organization_used_up()}</strong>;
    case 'unused':
      return <span>{m.organization_unused()}</span>;
    case 'too-few':
      return <span>{m.organization_too_few()}</span>;
    case 'far':
      return <span>{m.organization_lasts_long()}</span>;
    case 'day': {
      const day = format.day(outlook.on);
      // A batch may have been certified by the policy, which spends nothing: it is the earliest day, then.
      return (
        <strong>
          {kind === 'single' ? m.organization_runs_out({ day }) : m.organization_runs_out_earliest({ day })}
        </strong>
      );
    }
  }
}
