import { WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { describeFailure } from '../../failure/describe-failure.ts';
import { isUnreadable, type Gap } from './collect-evidence.ts';
import { ProofError } from '#proofs/errors.ts';
import { shown } from '#proofs/encoding/visible-text.ts';
import { m } from '#i18n/messages.ts';
import css from './gaps-strip.module.css';

/** Evidence that the service names and that did not come: what, and why. What is checked is the rest. */
export function GapsStrip({ gaps, onRetry }: { gaps: readonly Gap[]; onRetry: () => void }) {
  if (gaps.length === 0) return null;
  return (
    <WarningStrip action={{ label: m.common_retry(), onSelect: onRetry }}>
      {m.inspector_gaps({ count: gaps.length })}
      <GapsList gaps={gaps} />
    </WarningStrip>
  );
}

/** Each failure with what did not come for it. */
export function GapsList({ gaps }: { gaps: readonly Gap[] }) {
  const format = useFormat();
  return (
    <ul className={css.list}>
      {[...byReason(gaps)].map(([reason, names]) => (
        <li key={reason}>
          {m.inspector_gap_missing({
            count: piecesIn(names),
            list: format.list([...names].map(([what, count]) => nameOf(what, count))),
          })}{' '}
          {reason}
        </li>
      ))}
    </ul>
  );
}

/** How many pieces a sentence names, for its verb: the endorsements of a token are several in one answer. */
const piecesIn = (names: ReadonlyMap<Gap['what'], number>): number =>
  [...names].reduce((sum, [what, count]) => sum + (what === 'events' ? 2 : count), 0);

/** Each failure once, with how many pieces of each kind did not come for it. */
function byReason(gaps: readonly Gap[]): ReadonlyMap<string, ReadonlyMap<Gap['what'], number>> {
  const reasons = new Map<string, Map<Gap['what'], number>>();
  for (const gap of gaps) {
    const reason = whyOf(gap);
    const names = reasons.get(reason) ?? new Map<Gap['what'], number>();
    reasons.set(reason, names.set(gap.what, (names.get(gap.what) ?? 0) + 1));
  }
  return reasons;
}

function nameOf(what: Gap['what'], count: number): string {
  switch (what) {
    case 'request':
      return m.inspector_gap_request();
    case 'invite':
      return m.inspector_gap_invite({ count });
    case 'certificate':
      return m.inspector_gap_certificate({ count });
    case 'issuer':
      return m.inspector_gap_issuer({ count });
    case 'subject':
      return m.inspector_gap_subject({ count });
    case 'witness':
      return m.inspector_gap_witness({ count });
    case 'stamp':
      return m.inspector_gap_stamp({ count });
    case 'events':
      return m.inspector_gap_events();
    case 'document':
      return m.inspector_gap_document();
    case 'owner':
      return m.inspector_gap_owner();
  }
}

function whyOf(gap: Gap): string {
  const { error } = gap;
  if (isUnreadable(gap) && error instanceof ProofError)
    return m.inspector_gap_unreadable({ message: shown(error.message) });
  return describeFailure(error).text;
}
