import { useQuery } from '@tanstack/react-query';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import { canReadOrganization } from '#client/families/people/organization-profile.ts';
import { organizations } from '#client/families/people/organizations.ts';
import { offers } from '#client/session/capabilities.ts';
import { useConnection } from '#client/session/session-context.tsx';
import type { FailedAttempts, FailingWitness, Preservation } from '#contract/resources/preservation.ts';
import { Link } from '#ui/actions/link.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { StatusChip } from '#ui/data/status-chip.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { formatAge } from '#ui/formats/formats.ts';
import { useFormat } from '#ui/formats/use-format.ts';
import { visibleText } from '#ui/formats/visible-text.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { Card } from '#ui/layout/card.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { ExplainedBasis } from '#widgets/marks/explained-basis.tsx';
import { paths } from '#widgets/paths.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { Note, Padded, refreshSeconds, Rows } from '../rows.tsx';
import css from './preservation-card.module.css';

/** Rows that are seen at once: mostly one cause fails many. */
const unfolded = 5;

/** What waits to be preserved, and what fails: why, how often, and when it is tried again. */
export function PreservationCard({ id }: { id: string }) {
  const { client, capabilities } = useConnection();
  // Connecting finds out whether organizations are read by id. A service that has not even that has not this either.
  const requested = canReadOrganization(capabilities) && offers(capabilities, 'readPreservation');
  const read = useQuery({
    ...organizations(client).preservation(id),
    enabled: requested,
    refetchInterval: ({ state }) => state.data !== null && refreshSeconds * 1000,
  });
  if (!requested || read.data === null) return null;
  return (
    <Card title={m.organization_preservation()} flush note={read.data && <ExplainedBasis basis="SERVER" />}>
      <QueryView
        query={read}
        what={m.organization_what_preservation()}
        loading={<LoadingRows kind="list" count={1} rowHeight={46} ends={false} />}
        isEmpty={isNothing}
        empty={
          <Padded>
            <Note>{m.organization_preservation_none()}</Note>
          </Padded>
        }
      >
        {(preservation) => preservation && <Reported {...preservation} />}
      </QueryView>
    </Card>
  );
}

const isNothing = (preservation: Preservation | null): boolean => {
  const { waiting, failing, items } = preservation ?? {};
  return (
    waiting?.count === 0 &&
    failing?.count === 0 &&
    !items?.length &&
    !waiting.withoutQuota &&
    !waiting.withoutLog
  );
};

function Reported(preservation: Preservation) {
  const format = useFormat();
  const listed = preservation.items ?? [];
  const count = preservation.failing?.count ?? listed.length;
  const attention = preservation.failing?.needAttention ?? 0;
  const notes = useWaitingTexts(preservation);
  if (listed.length < count)
    notes.push(
      m.organization_preservation_shown({
        shown: format.number(listed.length),
        count: format.number(count),
      }),
    );
  const folded = listed.slice(unfolded);
  return (
    <>
      {count > 0 && (
        <WarningStrip framed={false}>
          {m.organization_preservation_failing({ count })}
          {attention > 0 && <p>{m.organization_preservation_attention({ count: attention })}</p>}
        </WarningStrip>
      )}
      {notes.length > 0 && (
        <Padded>
          {notes.map((note) => (
            <Note key={note}>{note}</Note>
          ))}
        </Padded>
      )}
      <FailingRows items={listed.slice(0, unfolded)} />
      {folded.length > 0 && (
        <Disclosure
          className={css.more}
          summary={m.organization_preservation_more({ count: format.number(folded.length) })}
        >
          <FailingRows items={folded} />
        </Disclosure>
      )}
    </>
  );
}

/** How many witnesses wait, since when, and for what that no time brings. */
function useWaitingTexts({ waiting }: Preservation): string[] {
  const now = useServiceNow(30_000);
  const count = waiting?.count;
  const { withoutQuota = 0, withoutLog = 0 } = waiting ?? {};
  const oldest = Date.parse(waiting?.oldestAt ?? '');
  const texts: string[] = [];
  if (count == null) texts.push(m.organization_preservation_unreported());
  else if (count > 0 && Number.isNaN(oldest)) texts.push(m.organization_preservation_waiting({ count }));
  else if (count > 0) {
    const age = formatAge(now.getTime() - oldest);
    texts.push(m.organization_preservation_waiting_oldest({ count, age }));
  }
  if (withoutQuota) texts.push(m.organization_preservation_quota({ count: withoutQuota }));
  if (withoutLog) texts.push(m.organization_preservation_log({ count: withoutLog }));
  return texts;
}

function FailingRows({ items }: { items: readonly FailingWitness[] }) {
  const now = useServiceNow(5_000);
  if (items.length === 0) return null;
  return (
    <Rows className={css.failing}>
      {items.map(({ witnessId, hash, failures }, index) => (
        <li key={witnessId ?? index}>
          <div className="line">
            <div className="name">
              {witnessId ? (
                <Link to={paths.witness(witnessId)}>
                  <HashText value={hash ?? witnessId} copy={false} unfolds={false} />
                </Link>
              ) : (
                hash && <HashText value={hash} />
              )}
            </div>
            {failures?.some(({ needsAttention }) => needsAttention) && (
              <StatusChip tone="refused" icon={<WarningIcon aria-hidden="true" />}>
                {m.organization_preservation_attention_chip()}
              </StatusChip>
            )}
          </div>
          {failures?.map((failure, at) => (
            <Failure key={failure.waitsFor ?? at} {...{ failure, now }} />
          ))}
        </li>
      ))}
    </Rows>
  );
}

function Failure({ failure, now }: { failure: FailedAttempts; now: Date }) {
  const { waitsFor, attempts, reason, nextAttemptAt } = failure;
  return (
    <div className="facts">
      <span>
        <b>{strategyWord(waitsFor)}</b> · {reasonText(reason)}
      </span>
      {attempts != null && <span>{m.organization_preservation_attempts({ count: attempts })}</span>}
      {nextAttemptAt && Date.parse(nextAttemptAt) > now.getTime() ? (
        <span>
          {m.organization_preservation_next()} <Instant at={nextAttemptAt} form="list" />
        </span>
      ) : (
        <span>{m.organization_preservation_next_now()}</span>
      )}
    </div>
  );
}

function strategyWord(strategy: string | null | undefined): string {
  switch (strategy) {
    case 'NOM151':
      return 'NOM-151';
    case 'MERKLEIZED':
      return 'Merkle';
    case 'WITNESS_CO':
      return m.common_mark_external();
    default:
      return visibleText(strategy ?? '', 40) || '—';
  }
}

/** The service answers a code and no sentence: a sentence might name its own hosts and paths. */
function reasonText(reason: string | null | undefined): string {
  switch (reason) {
    case 'NO_TIME_STAMP':
      return m.organization_preservation_reason_no_time_stamp();
    case 'NOT_ANCHORED':
      return m.organization_preservation_reason_not_anchored();
    case 'INTERNAL':
      return m.organization_preservation_reason_internal();
    default:
      return reason
        ? m.organization_preservation_reason_other({ reason: visibleText(reason, 80) })
        : m.organization_preservation_reason_unreported();
  }
}
