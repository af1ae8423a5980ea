import type { Organization } from '#contract/resources/resources.ts';
import { FigureCard } from '#ui/data/figure-card.tsx';
import { LoadingBar, LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { windowDays } from '#widgets/quota/forecast.ts';
import { QuotaMeter } from '#widgets/quota/quota-meter.tsx';
import { m } from '#i18n/messages.ts';
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
          {m.organization_quota_unreported()}
        </p>
      </Card>
    );
  return (
    <Card title={m.organization_quota()} note={<ExplainedBasis basis="SERVER" />}>
      <Stack>
        {quota.API === false && <WarningStrip>{m.organization_quota_api_off()}</WarningStrip>}
        <div className={css.figures}>
          <QuotaMeter
            kind="single"
            label={m.organization_quota_single()}
            left={quota.nom151}
            {...{ organization, readMost }}
          />
          <QuotaMeter
            kind="grouped"
            label={m.organization_quota_grouped()}
            left={quota.groupedNOM151}
            {...{ organization, readMost }}
          />
        </div>
        <p className={css.note}>{m.organization_quota_text({ days: windowDays })}</p>
      </Stack>
    </Card>
  );
}

/** The place of the card while the organization is read. */
export function LoadingQuotaCard() {
  // Above each other, what is said of single ones takes a line less.
  const phone = usePhone();
  return (
    <Card title={m.organization_quota()}>
      <Stack>
        <div className={css.figures} aria-hidden="true">
          {[m.organization_quota_single(), m.organization_quota_grouped()].map((label, index) => (
            <FigureCard
              key={label}
              figure={<LoadingBar width={72} height={20} />}
              label={label}
              used={{ value: 0, max: 1 }}
              note={
                <LoadingRows
                  count={1}
                  kind="list"
                  rowHeight={phone && index === 0 ? 36 : 50}
                  lines={2}
                  ends={false}
                />
              }
            />
          ))}
        </div>
        <p className={css.note}>{m.organization_quota_text({ days: windowDays })}</p>
      </Stack>
    </Card>
  );
}
