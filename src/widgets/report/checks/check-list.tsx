import { useId, useState } from 'react';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { Check, CheckId } from '#proofs/check.ts';
import { CheckRow } from '#ui/verdicts/check-row.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { CheckDetail } from './check-detail.tsx';
import { nextOf, questionOf, reasonSentence } from '../texts/check-sentences.ts';
import css from './check-list.module.css';

export interface CheckListProps {
  readonly checks: readonly Check[];
  /** Selects a check whose detail is shown elsewhere; without it a row opens its own detail. */
  readonly onSelect?: ((check: Check) => void) | undefined;
  readonly selectedId?: CheckId | undefined;
  /** Does what a next action says; without it the action is a sentence. */
  readonly onNext?: ((check: Check) => void) | undefined;
  /** Folds what merely had to hold for the deciding checks, while it does. */
  readonly brief?: boolean | undefined;
  /** What holds by the service's word alone is grey: «as told», where the list is of nothing else. */
  readonly asReported?: boolean | undefined;
}

/** Rows in the order of the report. What does not apply is left out; nothing that failed or is open ever is. */
export function CheckList({
  checks,
  onSelect,
  selectedId,
  onNext,
  brief,
  asReported: asReported,
}: CheckListProps) {
  const [all, setAll] = useState(false);
  const applying = checks.filter(({ status }) => status !== 'NOT_APPLICABLE');
  const shownOnes = brief && !all ? applying.filter(isReported) : applying;
  const folded = applying.length - applying.filter(isReported).length;
  return (
    <>
      <ul className={css.list}>
        {shownOnes.map((check, at) => (
          <CheckItem
            key={check.id}
            check={check}
            repeats={shownOnes.slice(0, at).some((before) => sayTheSame(before, check))}
            onSelect={onSelect}
            selected={selectedId === check.id}
            onNext={onNext}
            reported={asReported === true && check.reason?.code === 'X_SERVER_WORD'}
          />
        ))}
      </ul>
      {brief && folded > 0 && (
        <button
          className={css.more}
          type="button"
          aria-expanded={all}
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? m.verdicts_more_hide() : m.verdicts_more_show({ count: folded })}
        </button>
      )}
    </>
  );
}

/** What had to hold before the question proper could be asked. */
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

/** Shown in a brief list: what decides, and anything that did not hold or holds with a warning. */
function isReported({ id, status, warnings = [] }: Check): boolean {
  return status !== 'PASSED' || warnings.length > 0 || !groundwork.includes(id);
}

/** What one piece of missing evidence leaves open is said once, not in every row. */
function sayTheSame(a: Check, b: Check): boolean {
  if (a.status === 'PASSED' || a.reason === undefined || b.reason === undefined) return false;
  return (
    reasonSentence(a.reason, a.id) === reasonSentence(b.reason, b.id) &&
    (b.next === undefined || nextOf(a) === nextOf(b))
  );
}

function CheckItem({
  check,
  repeats,
  onSelect,
  selected,
  onNext,
  reported,
}: {
  check: Check;
  repeats: boolean;
  onSelect: CheckListProps['onSelect'];
  selected: boolean;
  onNext: CheckListProps['onNext'];
  reported: boolean;
}) {
  const [open, setOpen] = useState(false);
  const detail = useId();
  const { status, level, basis } = check;
  return (
    <li className={css.item} data-check={check.id} data-selected={selected || undefined}>
      <div className="row">
        <CheckRow
          // A row that passed by the service's word has neither the shape nor the word of a verdict.
          state={reported ? 'PASSED' : status}
          warns={level !== 'FAIL'}
          basis={basis}
          statement={
            <button
              type="button"
              className={css.open}
              {...(onSelect === undefined
                ? { 'aria-expanded': open, 'aria-controls': open ? detail : undefined }
                : { 'aria-pressed': selected })}
              onClick={() => {
                if (onSelect === undefined) setOpen(!open);
                else onSelect(check);
              }}
            >
              {questionOf(check)}
            </button>
          }
          detail={
            !reported && hasLines(check) && <CheckLines check={check} repeats={repeats} onNext={onNext} />
          }
        />
      </div>
      {open && onSelect === undefined && (
        <div id={detail} className={css.expanded}>
          <CheckDetail check={check} underRow />
        </div>
      )}
    </li>
  );
}

/** A plain pass needs no second line. */
function hasLines({ status, reason, next, warnings = [] }: Check): boolean {
  return warnings.length > 0 || (status !== 'PASSED' && (reason !== undefined || next !== undefined));
}

/** Why it did not pass, or what holds with a warning. */
function CheckLines({
  check,
  repeats,
  onNext,
}: {
  check: Check;
  repeats: boolean;
  onNext: CheckListProps['onNext'];
}) {
  const { options } = useFormat();
  const { id, status, reason, warnings = [] } = check;
  const said = status === 'PASSED' ? undefined : reason;
  const next = status === 'PASSED' || repeats ? undefined : nextOf(check);
  return (
    <>
      {said !== undefined && (
        <span className={css.line}>
          {repeats ? m.verdicts_same_reason() : reasonSentence(said, id, options)} <code>{said.code}</code>
        </span>
      )}
      {next !== undefined && (
        <span className={css.next}>
          {onNext === undefined ? (
            next
          ) : (
            <button
              type="button"
              onClick={() => {
                onNext(check);
              }}
            >
              {next}
            </button>
          )}
        </span>
      )}
      {warnings.map((warning, at) => (
        <span key={at} className={css.warning}>
          <WarningIcon aria-hidden="true" />
          {reasonSentence(warning, id, options)}
        </span>
      ))}
    </>
  );
}
