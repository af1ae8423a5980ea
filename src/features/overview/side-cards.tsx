import ApprovalIcon from '@mui/icons-material/ApprovalOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import DrawIcon from '@mui/icons-material/DrawOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Organization } from '#contract/resources/resources.ts';
import { Card } from '#ui/layout/card.tsx';
import { FigureCard } from '#ui/data/figure-card.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Link } from '#ui/actions/link.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleName } from '#ui/formats/visible-text.ts';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { FailedQueryLine } from '#widgets/query/failed-query-line.tsx';
import { paths } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { latestActivity, type Activity } from './series.ts';
import css from './side-cards.module.css';

const QuotaMeter = lazy(async () => ({
  default: (await import('#widgets/quota/quota-meter.tsx')).QuotaMeter,
}));
/** Witnesses that are read for the pace of use: one page. Of more, the service's count is taken. */
const readMost = 100;

/** What is left of the quota, by the service's word. */
export function QuotaCard({
  organization,
  loading,
  failure,
}: {
  organization: Organization | undefined;
  loading: boolean;
  /** It could not be read. */
  failure: { readonly error: unknown; readonly refetch: () => unknown } | undefined;
}) {
  const format = useFormat();
  const quota = organization?.quota;
  if (!organization || !quota)
    return (
      <Card title={m.overview_quota()}>
        {loading ? (
          <div className={css.coming}>
            <LoadingRows kind="fields" count={1} />
            <div aria-hidden="true">
              <LoadingRows kind="fields" count={1} />
            </div>
          </div>
        ) : failure ? (
          <FailedQueryLine query={failure} words={m.overview_quota_failed} />
        ) : (
          <p className={css.note} role="status">
            {m.overview_quota_absent()}
          </p>
        )}
      </Card>
    );
  const figure = (kind: 'single' | 'grouped', left: number | null | undefined, label: string) => (
    <Suspense fallback={<FigureCard figure={left == null ? '—' : format.number(left)} label={label} />}>
      <QuotaMeter {...{ kind, left, label, organization, readMost }} isBrief />
    </Suspense>
  );
  return (
    <Card title={m.overview_quota()} note={<ExplainedBasis basis="SERVER" />}>
      <div className={css.figures}>
        {figure('single', quota.nom151, m.overview_quota_single())}
        {figure('grouped', quota.groupedNOM151, m.overview_quota_grouped())}
      </div>
      {quota.API === false && <p className={css.note}>{m.overview_quota_api_off()}</p>}
    </Card>
  );
}

/** What happened lately, by the dates that the requests carry. */
export function ActivityCard({
  requests,
  known,
}: {
  requests: Parameters<typeof latestActivity>[0];
  /** There may be others that nothing here knows of. */
  known: boolean;
}) {
  const happened = latestActivity(requests, 7);
  return (
    <Card
      title={m.overview_activity()}
      note={happened.length > 0 && <Link to={paths.requests}>{m.overview_activity_all()}</Link>}
    >
      {happened.length === 0 ? (
        <p className={css.note}>{known ? m.overview_activity_unknown() : m.overview_activity_none()}</p>
      ) : (
        <ol className={css.happened}>
          {happened.map((one) => (
            <li key={`${one.kind} ${one.at} ${one.request.id} ${one.who}`}>
              {iconOf(one.kind)}
              <span>
                {didWords(one)}{' '}
                <Link to={paths.request(one.request.id ?? '')}>
                  {visibleName(one.request.name) ?? m.requests_unnamed()}
                </Link>
              </span>
              <span className={css.time}>
                <Instant at={one.at} form="list" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function didWords({ kind, who }: Activity): string {
  switch (kind) {
    case 'signed':
      return m.overview_did_signed({ who: who ?? m.overview_somebody() });
    case 'rejected':
      return m.overview_did_rejected({ who: who ?? m.overview_somebody() });
    case 'created':
      return m.overview_did_created();
    case 'witnessed':
      return m.overview_did_witnessed();
  }
}

function iconOf(kind: Activity['kind']): ReactNode {
  switch (kind) {
    case 'signed':
      return <DrawIcon aria-hidden="true" />;
    case 'rejected':
      return <BlockIcon aria-hidden="true" />;
    case 'created':
      return <SendIcon aria-hidden="true" />;
    case 'witnessed':
      return <ApprovalIcon aria-hidden="true" />;
  }
}
