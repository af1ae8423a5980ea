import { use, useState, type ReactNode } from 'react';
import FoldedIcon from '@mui/icons-material/ChevronRight';
import UnfoldedIcon from '@mui/icons-material/ExpandMore';
import type { Check, CheckId } from '#proofs/check.ts';
import { VerdictShape } from '#ui/verdicts/verdict-shape.tsx';
import { m } from '#i18n/messages.ts';
import { reasonSentence, nextOf, withUsefulAdvice } from '../texts/check-sentences.ts';
import { isServerWord, isUnqueried } from '../texts/unqueried.ts';
import { UnreadPieces, waitsForUnread, type Unread } from '../unread.ts';
import { CheckItem } from './check-item.tsx';
import type { CheckRowProps } from './check-item.tsx';
import css from './check-list.module.css';

export interface CheckListProps extends CheckRowProps {
  readonly checks: readonly Check[];
  /**
   * What is folded while it holds: `groundwork`, what merely had to hold for the deciding checks; `passing`, every check
   * that passed, in one line with their count.
   */
  readonly fold?: 'groundwork' | 'passing' | undefined;
  /** What holds by the service's word alone is grey: «as reported», where the list is of nothing else. */
  readonly asReported?: boolean | undefined;
}

/** Rows in the order of the report. What does not apply is left out; nothing that failed or is open ever is. */
export function CheckList({ checks, fold, openId, asReported, ...row }: CheckListProps) {
  const [all, setAll] = useState(false);
  const applying = checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
  const folded = applying.filter((check) => isFolded(check, fold));
  // What the service alone says neither holds nor fails here, so it is in no count.
  const computed = applying.filter((check) => !isReportedOnly(check));
  const unread = use(UnreadPieces);
  const waiting = applying.filter((check) => waitsForUnread(check, unread));
  const isGrouped = waiting.length >= leastGrouped && !waiting.some(({ id }) => id === openId);
  const unfolded = all ? applying : applying.filter((one) => !folded.includes(one) || one.id === openId);
  const shownOnes = isGrouped ? unfolded.filter((one) => !waiting.includes(one)) : unfolded;
  const rowOf = (check: Check, isRepeated: boolean) => (
    <CheckItem
      key={check.id}
      check={withUsefulAdvice(check, checks)}
      {...row}
      openId={openId}
      isUnqueried={isUnqueried(check, checks)}
      isRepeated={isRepeated}
      isReported={asReported === true && isServerWord(check)}
    />
  );
  const toggle = folded.length > 0 && (
    <FoldToggle
      fold={fold}
      all={all}
      count={folded.length}
      warned={computed.filter(holdsWithWarning).length}
      of={computed.length}
      onToggle={() => {
        setAll(!all);
      }}
    />
  );
  return (
    <>
      {fold === 'passing' && toggle}
      <ul className={css.list}>
        {isGrouped && <UnreadGroup checks={waiting} unread={unread} rowOf={(check) => rowOf(check, false)} />}
        {shownOnes.map((check, at) =>
          rowOf(
            check,
            shownOnes.slice(0, at).some((before) => isSameReason(before, check)),
          ),
        )}
      </ul>
      {fold === 'groundwork' && toggle}
    </>
  );
}

/** Fewer rows than these are shown one by one. */
const leastGrouped = 3;

/** Checks that one piece leaves open, which could not be loaded: one row says so, and unfolds into theirs. */
function UnreadGroup({
  checks,
  unread,
  rowOf,
}: {
  checks: readonly Check[];
  unread: Unread;
  rowOf: (check: Check) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? UnfoldedIcon : FoldedIcon;
  const isStamp = unread.has('stamp') && checks.every(({ id }) => id.startsWith('nom151.'));
  const what = isStamp ? m.verdicts_unread_what_stamp() : m.verdicts_unread_what_evidence();
  return (
    <>
      <li data-unread-checks={checks.length}>
        <button
          type="button"
          className={css.more}
          data-fold="unread"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon aria-hidden="true" />
          <VerdictShape state="INDETERMINATE" />
          {m.verdicts_unread_checks({ count: checks.length, what })}
        </button>
      </li>
      {isOpen && checks.map(rowOf)}
    </>
  );
}

function FoldToggle({
  fold,
  all,
  count,
  warned,
  of,
  onToggle,
}: {
  fold: CheckListProps['fold'];
  all: boolean;
  /** How many are folded. */
  count: number;
  /** How many hold with a warning, which are never folded. */
  warned: number;
  of: number;
  onToggle: () => void;
}) {
  const Icon = all ? UnfoldedIcon : FoldedIcon;
  return (
    <button className={css.more} data-fold={fold} type="button" aria-expanded={all} onClick={onToggle}>
      {fold === 'passing' ? (
        <>
          <Icon aria-hidden="true" />
          {warned === 0
            ? m.inspector_checks_held({ count, of })
            : m.inspector_checks_held_warned({ count: count + warned, of, warned })}
        </>
      ) : all ? (
        m.verdicts_more_hide()
      ) : (
        m.verdicts_more_show({ count })
      )}
    </button>
  );
}

/** What had to hold before the question proper could be checked. */
const groundwork: readonly CheckId[] = [
  'signature.form',
  'signature.document',
  'signature.witness',
  'certificate.parse',
  'certificate.fields',
  'certificate.identity',
  'certificate.key',
  'certificate.usage',
  'ocsp.parse',
  'ocsp.cert',
  'ocsp.signature',
  'ocsp.responder',
  'nom151.parse',
  'nom151.granted',
  'nom151.signer',
  'nom151.time',
  'merkleized.shape',
  'external.shape',
  'external.time',
];

/** Only what holds without a warning is ever folded. What the service alone says is not folded among what was computed. */
function isFolded(check: Check, fold: CheckListProps['fold']): boolean {
  const { id, status, warnings = [] } = check;
  if (fold === undefined || status !== 'PASSED' || warnings.length > 0) return false;
  return fold === 'passing' ? !isReportedOnly(check) : groundwork.includes(id);
}

function isReportedOnly(check: Check): boolean {
  return isServerWord(check) || (check.status === 'PASSED' && check.basis === 'SERVER');
}

function holdsWithWarning({ status, warnings = [] }: Check): boolean {
  return status === 'PASSED' && warnings.length > 0;
}

/** What one piece of missing evidence leaves open is said once, not in every row. */
function isSameReason(a: Check, b: Check): boolean {
  if (a.status === 'PASSED' || a.reason === undefined || b.reason === undefined) return false;
  return (
    reasonSentence(a.reason, a.id) === reasonSentence(b.reason, b.id) &&
    (b.next === undefined || nextOf(a) === nextOf(b))
  );
}
