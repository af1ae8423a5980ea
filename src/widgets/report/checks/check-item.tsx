import { use, useId, useState } from 'react';
import DownIcon from '@mui/icons-material/ArrowDownward';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import type { Check, CheckId, Reason } from '#proofs/check.ts';
import { Button } from '#ui/actions/button.tsx';
import { CheckRow } from '#ui/verdicts/check-row.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { nextOf, questionOf, reasonSentence } from '../texts/check-sentences.ts';
import { isWithoutBasis, UnreadPieces, unreadSentence, waitsForUnread } from '../unread.ts';
import { CheckDetail } from './check-detail.tsx';
import css from './check-item.module.css';

/** What a list of checks passes on to each of its rows. */
export interface CheckRowProps {
  /** The check whose detail is open, where the page decides it; without `onToggle` each row decides for itself. */
  readonly openId?: CheckId | undefined;
  readonly onToggle?: ((check: Check, open: boolean) => void) | undefined;
  /** Does what a next action says; without it the action is a sentence. */
  readonly onNext?: ((check: Check) => void) | undefined;
  /** Shows the drawing of an open check, where it does not stand beside it. */
  readonly onDraw?: (() => void) | undefined;
  /** The page itself offers to query a node: a check that waits for it does not repeat the offer. */
  readonly isChainOffered?: boolean | undefined;
}

interface CheckItemProps extends CheckRowProps {
  readonly check: Check;
  /** Nobody has queried a node about it: it is grey, since nothing about it is in doubt yet. */
  readonly isUnqueried: boolean;
  /** A row above gives the same reason. */
  readonly isRepeated: boolean;
  /** It passed by the service's word alone and has neither the shape nor the word of a verdict. */
  readonly isReported: boolean;
}

/** A row that opens its own detail: expected, computed, evidence and steps. */
export function CheckItem({
  check,
  openId,
  onToggle,
  onNext,
  onDraw,
  isChainOffered,
  isUnqueried,
  isRepeated,
  isReported,
}: CheckItemProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const detail = useId();
  const { status, level, basis } = check;
  const open = onToggle === undefined ? isOpenHere : openId === check.id;
  const waitsForOffer = isUnqueried && isChainOffered === true;
  return (
    <li className={css.item} data-check={check.id} data-selected={(onToggle && open) || undefined}>
      <div className="row">
        <CheckRow
          state={isReported ? 'PASSED' : isUnqueried ? 'NOT_RUN' : status}
          word={isUnqueried ? m.inspector_unqueried() : undefined}
          warns={level !== 'FAIL'}
          warnings={check.warnings?.length}
          basis={isUnqueried || isWithoutBasis(check) ? undefined : basis}
          statement={
            <button
              type="button"
              className={css.open}
              aria-expanded={open}
              aria-controls={open ? detail : undefined}
              onClick={() => {
                if (onToggle === undefined) setOpenHere(!open);
                else onToggle(check, !open);
              }}
            >
              {questionOf(check)}
            </button>
          }
          detail={
            !isReported &&
            !waitsForOffer &&
            hasLines(check) && <CheckLines check={check} repeats={isRepeated} onNext={onNext} />
          }
        />
      </div>
      {open && (
        <div id={detail} className={css.expanded}>
          {onDraw && (
            <Button icon={<DownIcon />} onClick={onDraw}>
              {m.inspector_see_drawing()}
            </Button>
          )}
          <CheckDetail check={check} underRow={!waitsForOffer} />
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
  onNext: CheckRowProps['onNext'];
}) {
  const { options } = useFormat();
  const { id, status, reason, warnings = [] } = check;
  const said = status === 'PASSED' ? undefined : reason;
  const unread = use(UnreadPieces);
  const unloaded = waitsForUnread(check, unread) ? unreadSentence([check], unread) : undefined;
  const next = status === 'PASSED' || repeats || unloaded !== undefined ? undefined : nextOf(check);
  const why = (of: Reason): string => unloaded ?? reasonSentence(of, id, options);
  return (
    <>
      {said !== undefined && (
        <span className={css.line}>{repeats ? m.verdicts_same_reason() : why(said)}</span>
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
