import { useId, useState, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import TerminalIcon from '@mui/icons-material/TerminalOutlined';
import { m } from '#i18n/messages.ts';
import { HashText } from '#ui/data/hash-text.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { ink, media, type } from '#ui/theme/tokens.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { Strip } from './drawing-panel.tsx';
import { rungOfStep, type Ladder } from './ladder.ts';
import { ShellCode } from './shell-code.tsx';
import { stepLine } from './shell-lines.ts';

const Root = styled(Strip)({
  ...type.table,
  color: ink.text2,
  '& > .line': { display: 'flex', alignItems: 'flex-start', gap: 8, marginTop: 4 },
  '& .formula': {
    flex: 1,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 8px',
    minHeight: 32,
  },
  // The sign of joining is drawn: few faces have it.
  '& .formula > .joined': {
    width: 4,
    height: 13,
    border: `solid ${ink.text2}`,
    borderWidth: '0 1.25px',
  },
  '& .formula > .result .value': { fontWeight: 600 },
  '& .formula > [data-otherwise] .value': { color: ink.fail },
  '& strong': { fontWeight: 600, color: ink.text },
  [media.phone]: { '& .formula': { gap: '0 6px' } },
});

/** One step in words, as a formula with its whole values, and as a shell line. */
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
    <Root data-sunken="" data-last="">
      <p aria-live="polite">{children}</p>
      <div className="line">
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
    </Root>
  );
}

function Formula({ ladder, step, hashName }: { ladder: Ladder; step: number; hashName: string }) {
  const at = rungOfStep(ladder, step);
  const rung = ladder.rungs[at];
  if (rung === undefined) return null;
  const join = step > 0 ? rung.join : undefined;
  if (join === undefined) {
    return (
      <div className="formula">
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
    <div className="formula">
      <span>{m.inspector_draw_hash_of({ hash: hashName })}</span>
      <Value value={join.left} stored={left} />
      <span className="joined">
        <VisuallyHidden>‖</VisuallyHidden>
      </span>
      <Value value={join.right} stored={right} />
      <span className="sign">=</span>
      <Value value={join.result} stored={ladder.rungs[at + 1]?.stored} result />
    </div>
  );
}

/** Values are lower-case hex and unfold to the whole; what came out otherwise than stored is in the colour of that. */
function Value({ value, stored, result }: { value: string; stored: string | undefined; result?: boolean }) {
  return (
    <span
      className={result === true ? 'result' : undefined}
      data-otherwise={stored === undefined ? undefined : ''}
    >
      <HashText key={value} value={value} size="chain" />
    </span>
  );
}
