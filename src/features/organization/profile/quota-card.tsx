import { useQuery } from '@tanstack/react-query';
import { isoOf } from '#clock/instants.ts';
import { witnesses } from '#client/families/requests/witnesses.ts';
import { strategies } from '#client/queries/reading.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { Organization, Witness } from '#contract/resources/resources.ts';
import { BasisMark } from '#ui/verdicts/basis-mark.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { FigureCard } from '#ui/data/figure-card.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { describeFailure } from '#widgets/failure/describe-failure.ts';
import { m } from '#i18n/messages.ts';
import { forecast, observedDays, usedSince, windowDays, windowStart } from './forecast.ts';
import css from './quota-card.module.css';

/** Witnesses that are read for their dates; of more, the service's count is taken. */
const readMost = 500;

/** What is left, what was used lately by the dates of the witnesses, and until when it lasts at that pace. */
export function QuotaCard({ organization }: { organization: Organization }) {
  const { quota } = organization;
  if (!quota)
    return (
      <Card title={m.organization_quota()}>
        <p className={css.note} role="status">
          {m.organization_quota_untold()}
        </p>
      </Card>
    );
  return (
    <Card title={m.organization_quota()} note={<BasisMark basis="SERVER" />}>
      <Stack>
        {quota.API === false && <WarningStrip>{m.organization_quota_api_off()}</WarningStrip>}
        <div className={css.figures}>
          <QuotaMeter kind="single" left={quota.nom151} organization={organization} />
          <QuotaMeter kind="grouped" left={quota.groupedNOM151} organization={organization} />
        </div>
        <p className={css.note}>{m.organization_quota_text({ days: windowDays })}</p>
      </Stack>
    </Card>
  );
}

/** `single`: one certificate for one hash. `grouped`: one for the root of a batch. */
type Kind = 'single' | 'grouped';

function QuotaMeter({
  kind,
  left,
  organization,
}: {
  kind: Kind;
  left: number | null | undefined;
  organization: Organization;
}) {
  const { client } = useConnection();
  const format = useFormat();
  const now = useNow(60_000);
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
  const label = kind === 'single' ? m.organization_quota_single() : m.organization_quota_grouped();
  const before = left == null || used === undefined ? undefined : left + used;
  return (
    <FigureCard
      figure={left == null ? '—' : format.number(left)}
      label={label}
      // How many there may be at most is not told; how many there were before these were used can be reckoned.
      used={
        before && left != null
          ? {
              value: left,
              max: before,
              text: m.organization_quota_of({ left: format.number(left), before: format.number(before) }),
            }
          : undefined
      }
      note={
        <span className={css.lines}>
          <span>
            {used !== undefined
              ? kind === 'single'
                ? m.organization_used_single({ count: used, days: windowDays })
                : m.organization_used_grouped({ count: used, days: windowDays })
              : read.isError
                ? m.organization_used_failed({ why: describeFailure(read.error).text })
                : read.data
                  ? m.organization_used_unknown()
                  : m.common_loading()}
          </span>
          {(used !== undefined || left === 0) && (
            <strong>
              {lastingWords(
                kind,
                left,
                used ?? 0,
                observedDays(organization.createdAt, now),
                now,
                format.day,
              )}
            </strong>
          )}
        </span>
      }
    />
  );
}

function certifiedAt(witness: Witness, kind: Kind): string | null | undefined {
  const { nom151, merkleized } = strategies(witness);
  if (kind === 'single') return nom151?.createdAt;
  return merkleized?.nom151Provider ? merkleized.createdAt : undefined;
}

function lastingWords(
  kind: Kind,
  left: number | null | undefined,
  used: number,
  days: number,
  now: Date,
  formatDay: (date: Date) => string,
): string {
  const outlook = forecast(left, used, days, now);
  switch (outlook.kind) {
    case 'untold':
      return m.organization_left_untold();
    case 'used-up':
      return m.organization_used_up();
    case 'unused':
      return m.organization_unused();
    case 'too-few':
      return m.organization_too_few();
    case 'far':
      return m.organization_lasts_long();
    case 'day':
      // A batch may have been certified by the policy, which spends nothing: it is the earliest day, then.
      return kind === 'single'
        ? m.organization_runs_out({ day: formatDay(outlook.on) })
        : m.organization_runs_out_earliest({ day: formatDay(outlook.on) });
  }
}
