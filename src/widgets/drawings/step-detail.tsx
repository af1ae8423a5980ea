import { useId, useState, type ReactNode } from 'react';
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import { m } from '#i18n/messages.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { Strip } from './drawing-panel.tsx';
import { rungOfStep, type Ladder } from './ladder/ladder.ts';
import { ShellCode } from './commands/shell-code.tsx';
import { stepLine } from './commands/shell-lines.ts';
import css from './step-detail.module.css';

/** One step in words, as a formula, and as a shell line with its whole values. */
export function StepDetail({
  ladder,
  step,
  hashName,
  children,
}: {
  ladder: Ladder;
  step: number;
  /** «SHA-256», «Keccak-256». */
  hashName: string;
  /** The sentence that says what is joined and why on this side. */
  children: ReactNode;
}) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const line = stepLine(ladder, step);
  return (
    <Strip className={css.root} data-sunken="" data-last="">
      <p aria-live="polite">{children}</p>
      <div className={css.line}>
        <Formula ladder={ladder} step={step} hashName={hashName} />
        {line !== undefined && (
          <IconButton
            label={shown ? m.inspector_draw_hide_line() : m.inspector_draw_show_line()}
            icon={<TerminalIcon />}
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => {
              setShown(!shown);
            }}
          />
        )}
      </div>
      <div id={id}>{shown && line !== undefined && <ShellCode lines={[line]} />}</div>
    </Strip>
  );
}

function Formula({ ladder, step, hashName }: { ladder: Ladder; step: number; hashName: string }) {
  const at = rungOfStep(ladder, step);
  const rung = ladder.rungs[at];
  if (rung === undefined) return null;
  const join = step > 0 ? rung.join : undefined;
  if (join === undefined) {
    return (
      <div className={css.formula}>
        {ladder.hash !== undefined && ladder.hash !== rung.value && (
          <>
            <span>{m.inspector_draw_hash_of({ hash: hashName })}</span>
            <Value value={ladder.hash} stored={ladder.storedHash} />
            <span className="sign">=</span>
          </>
        )}
        <Value value={rung.value} stored={rung.stored} result />
      </div>
    );
  }
  const own = rung.stored;
  const [left, right] = join.side === 'left' ? [join.stored, own] : [own, join.stored];
  return (
    <div className={css.formula}>
      <span>{m.inspector_draw_hash_of({ hash: hashName })}</span>
      <Value value={join.left} stored={left} />
      <span className={css.joined}>
        <VisuallyHidden>‖</VisuallyHidden>
      </span>
      <Value value={join.right} stored={right} />
      <span className="sign">=</span>
      <Value value={join.result} stored={ladder.rungs[at + 1]?.stored} result />
    </div>
  );
}

/** Values are lower-case hex, whole in the shell line; what came out otherwise than stored is in the colour of that. */
function Value({ value, stored, result }: { value: string; stored: string | undefined; result?: boolean }) {
  return (
    <span
      className={result === true ? css.result : undefined}
      data-otherwise={stored === undefined ? undefined : ''}
    >
      <HashText value={value} size="chain" copy={false} unfolds={false} />
    </span>
  );
}
