import { useEffect, useRef, useState, type ReactNode } from 'react';
import LeftIcon from '@mui/icons-material/ChevronLeft';
import RightIcon from '@mui/icons-material/ChevronRight';
import { m } from '#i18n/messages.ts';
import { CopyButton } from '#ui/data/hash-text.tsx';
import type { VerdictState } from '#ui/verdicts/verdict-shape.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { rungOfStep, type Join, type Ladder } from './ladder.ts';
import {
  compactGeometry,
  drawnTo,
  isAltered,
  rowsOf,
  scrolledFrom,
  wideGeometry,
} from './ladder-geometry.ts';
import { LadderLines } from './ladder-lines.tsx';
import { LadderStrip } from './ladder-strip.tsx';
import { AlteredNote, ShownHash } from '../shown-hash.tsx';
import type { Steps } from '../use-steps.ts';
import css from './ladder-table.module.css';

const headHeight = 32;

export interface LadderTableProps {
  ladder: Ladder;
  steps: Steps;
  /** What the table is, for those who listen. */
  caption: string;
  /** What the check came to: the ring of the root. */
  state: VerdictState;
  /** Beside the root: whether it is the declared one. */
  end: ReactNode;
  compact: boolean;
  /** Very narrow: values are cut further. */
  tight: boolean;
  /** Rows that fit, apart from the head; more of them scroll in their own frame. */
  visibleRows?: number | undefined;
  /** Captions above rungs, by the number of the rung. */
  captions?: ReadonlyMap<number, string> | undefined;
}

const noCaptions: ReadonlyMap<number, string> = new Map();

/** The button of a rung, which names its level. */
const levelButton = `button.${css.level ?? ''}`;

/** The ladder: a table, and the drawing behind one of its columns. */
export function LadderTable(props: LadderTableProps) {
  const {
    ladder,
    steps,
    caption,
    state,
    compact,
    captions = noCaptions,
    visibleRows = scrolledFrom - 1,
  } = props;
  const { rungs } = ladder;
  const drawn = rungs.length <= drawnTo;
  const scrolls = rungs.length > visibleRows + 1;
  const geometry = compact ? compactGeometry : wideGeometry;
  const current = rungOfStep(ladder, steps.step);
  const { middles, height } = rowsOf(ladder, captions, geometry);
  const scroller = useRef<HTMLDivElement>(null);
  const isSteppedByKey = useRef(false);
  const [seen, setSeen] = useState(0);
  const levelWidth = compact ? 36 : 44;
  const head = compact ? 0 : headHeight;
  const view = (compact ? 9 : visibleRows) * geometry.row;

  useEffect(() => {
    const frame = scroller.current;
    if (frame === null) return;
    // The selected rung stays in sight, with the next one; the page itself does not move.
    const [middle, frameHeight] = [(middles[current] ?? 0) + head, frame.clientHeight];
    if (scrolls) {
      if (middle - geometry.row < frame.scrollTop) frame.scrollTop = middle - geometry.row;
      else if (middle + 2 * geometry.row > frame.scrollTop + frameHeight) {
        frame.scrollTop = middle + 2 * geometry.row - frameHeight;
      }
    }
    // Who steps with the keys inside the table goes on from the rung that is now selected. A jump has removed the
    // button that had the focus.
    const focused = document.activeElement;
    if (isSteppedByKey.current || (frame.contains(focused) && focused?.matches(levelButton))) {
      frame.querySelector<HTMLElement>(`[data-current] ${levelButton}`)?.focus({ preventScroll: true });
    }
    isSteppedByKey.current = false;
    // Only a step moves the frame; the measures are the same as when it was made.
  }, [current]); // eslint-disable-line react-hooks/exhaustive-deps -- see the line above

  const gutter = drawn ? `${geometry.width}px` : '0px';
  const columns = compact
    ? `${levelWidth}px ${gutter} 48px minmax(0, 1fr)`
    : `${levelWidth}px ${gutter} ${scrolls ? 182 : 196}px ${scrolls ? 48 : 60}px minmax(0, 1fr)`;
  const style: Record<`--${string}`, string> = {
    '--columns': columns,
    '--rung': `${geometry.row}px`,
    '--caption': `${geometry.caption}px`,
  };
  return (
    <div className={css.frame} data-compact={compact || undefined} style={style}>
      {scrolls && !compact && (
        <LadderStrip
          ladder={ladder}
          current={current}
          height={view}
          top={head}
          window={[seen / (height + head), Math.min(1, (seen + view) / (height + head))]}
          onPick={(at) => {
            steps.go(stepOfRung(ladder, at));
          }}
        />
      )}
      <div
        ref={scroller}
        className={css.scroller}
        data-scrolls={scrolls || undefined}
        style={scrolls ? { maxHeight: view + head } : undefined}
        onKeyDownCapture={({ target }) => {
          isSteppedByKey.current = target instanceof Element && target.matches(levelButton);
        }}
        onScroll={(event) => {
          setSeen(event.currentTarget.scrollTop);
        }}
      >
        <table className={css.table} data-compact={compact || undefined}>
          <VisuallyHidden as="caption">{caption}</VisuallyHidden>
          <LadderHead drawn={drawn} />
          <tbody>
            {rungs.map((_, at) => (
              <LadderRow key={at} at={at} {...props} current={current} caption={captions.get(at)} />
            ))}
          </tbody>
        </table>
        {drawn && (
          <LadderLines
            {...{ ladder, middles, height, geometry, current, state }}
            top={head}
            left={levelWidth + (scrolls ? 10 : 0)}
          />
        )}
      </div>
    </div>
  );
}

function LadderHead({ drawn }: { drawn: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{m.inspector_draw_level()}</th>
        <th scope="col" className={css.drawn} aria-hidden="true">
          {drawn ? m.inspector_draw_path() : null}
        </th>
        <th scope="col">{m.inspector_draw_value()}</th>
        <th scope="col">
          <VisuallyHidden>{m.inspector_draw_side()}</VisuallyHidden>
          <span aria-hidden="true">{m.inspector_draw_sibling()}</span>
        </th>
        <th scope="col">
          <VisuallyHidden>{m.inspector_draw_sibling()}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

/** Choosing a rung shows the step that leads on from it; the root shows the step that made it. */
function stepOfRung(ladder: Ladder, at: number): number {
  const own = ladder.rungs[at]?.step;
  if (own !== undefined) return own;
  return ladder.rungs[at + 1]?.step ?? ladder.last;
}

function LadderRow({
  at,
  ladder,
  steps,
  end,
  current,
  caption,
  tight,
}: Omit<LadderTableProps, 'caption'> & { at: number; current: number; caption: string | undefined }) {
  const rung = ladder.rungs[at];
  if (rung === undefined) return null;
  const isRoot = at === ladder.rungs.length - 1;
  const isCurrent = at === current && !(isRoot && at > 0);
  const choose = (): void => {
    steps.go(stepOfRung(ladder, at));
  };
  return (
    <>
      {caption !== undefined && (
        <tr className={css.caption}>
          <td colSpan={5}>{caption}</td>
        </tr>
      )}
      <tr
        className={css.rung}
        data-current={isCurrent || undefined}
        data-altered={isAltered(rung) || undefined}
        onClick={choose}
      >
        <th scope="row" className="first">
          <Level isButton={Math.abs(at - current) <= 1} {...{ isCurrent, steps }}>
            {at > 0 && !isRoot && <VisuallyHidden>{m.inspector_draw_level()} </VisuallyHidden>}
            {at === 0 ? m.inspector_draw_leaf() : isRoot ? m.inspector_draw_root() : at}
          </Level>
        </th>
        <td className={css.drawn} aria-hidden="true" />
        <td className={css.valueCell}>
          <span className={css.value}>
            <ShownHash value={rung.value} stored={rung.stored} consequence short={tight} />
            {isCurrent && <CopyButton value={rung.value} what={m.inspector_draw_value()} />}
          </span>
        </td>
        {rung.join === undefined ? (
          <td className={css.endCell} colSpan={2}>
            {isRoot ? end : <span className={css.waits}>{m.inspector_draw_waits()}</span>}
          </td>
        ) : (
          <SiblingCells join={rung.join} tight={tight} isCurrent={isCurrent} />
        )}
      </tr>
    </>
  );
}

/** The name of a rung. Keys reach the selected one and its neighbours, and the pointer any row. */
function Level({
  isButton,
  isCurrent,
  steps,
  children,
}: {
  isButton: boolean;
  isCurrent: boolean;
  steps: Steps;
  children: ReactNode;
}) {
  if (!isButton) return <span className={css.level}>{children}</span>;
  return (
    <button
      type="button"
      className={css.level}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={isCurrent ? 'step' : undefined}
      onKeyDown={steps.onKeyDown}
    >
      {children}
    </button>
  );
}

function SiblingCells({ join, tight, isCurrent }: { join: Join; tight: boolean; isCurrent: boolean }) {
  return (
    <>
      <td className={css.sideCell}>
        <span className={css.side}>
          {join.side === 'left' ? <LeftIcon aria-hidden="true" /> : <RightIcon aria-hidden="true" />}
          {join.side === 'left' ? m.inspector_draw_left_short() : m.inspector_draw_right_short()}
        </span>
      </td>
      <td className={css.siblingCell}>
        <span className={css.sibling}>
          <ShownHash value={join.sibling} stored={join.stored} consequence={!join.given} short={tight} />
          {join.stored !== undefined && join.given ? (
            <AlteredNote value={join.sibling} stored={join.stored} />
          ) : (
            isCurrent && (
              <span className={css.copy}>
                <CopyButton value={join.sibling} what={m.inspector_draw_sibling()} />
              </span>
            )
          )}
        </span>
      </td>
    </>
  );
}
