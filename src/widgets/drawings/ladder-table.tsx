import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import LeftIcon from '@mui/icons-material/ChevronLeft';
import RightIcon from '@mui/icons-material/ChevronRight';
import { m } from '#i18n/messages.ts';
import { CopyButton } from '#ui/data/hash-text.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
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
import { AlteredNote, ShownHash } from './shown-hash.tsx';
import type { Steps } from './use-steps.ts';

const headHeight = 32;

const Frame = styled('div')({
  position: 'relative',
  display: 'flex',
  padding: '0 18px 8px',
  '&[data-compact]': { padding: '6px 12px 8px' },
  '& > .scroller': { position: 'relative', flex: 1, minWidth: 0 },
  // The box of the selected row reaches over the text at either side.
  '& > .scroller[data-scrolls]': { overflowY: 'auto', margin: '0 -10px', padding: '0 10px' },
});

const Table = styled('table')({
  ...type.table,
  display: 'block',
  width: '100%',
  borderCollapse: 'collapse',
  '& thead, & tbody': { display: 'block' },
  '& tr': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'var(--columns)',
    alignItems: 'center',
  },
  '& thead tr': { height: headHeight },
  '[data-scrolls] > & thead': { position: 'sticky', top: 0, zIndex: 3, background: ink.surface },
  '& :is(th, td)': { padding: 0, textAlign: 'left', fontWeight: 400, minWidth: 0 },
  '& thead th': { ...type.caption, color: ink.text2 },
  '& thead th.drawn': { textAlign: 'center' },
  '& tbody tr.rung': { height: 'var(--rung)', cursor: 'pointer' },
  '& tbody tr.rung::before': {
    content: '""',
    position: 'absolute',
    inset: '1px -8px',
    border: '1px solid transparent',
    borderRadius: 6,
  },
  '& tbody tr.rung:hover::before': { background: ink.hover },
  '& tbody tr.rung[data-current]::before': { background: ink.accentTint, borderColor: ink.accentLine },
  '& tbody :is(th, td)': { position: 'relative', zIndex: 2 },
  '& .level': {
    minWidth: 24,
    minHeight: 24,
    padding: 0,
    border: 0,
    borderRadius: 4,
    background: 'none',
    color: ink.text2,
    fontSize: 12,
    lineHeight: '16px',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '& [data-current] .level': { color: ink.accent, fontWeight: 600 },
  '& .side': { display: 'inline-flex', alignItems: 'center', gap: 2, color: ink.text2, fontSize: 12 },
  '& .side svg': { fontSize: 14, marginLeft: -3 },
  '& .sibling': { display: 'flex', alignItems: 'center', gap: 6, color: ink.text2 },
  '& .value': { display: 'flex', alignItems: 'center', gap: 4 },
  '& .copy': { display: 'inline-flex', opacity: 0 },
  '& tr:hover .copy, & .copy:focus-within, & tr[data-current] .copy': { opacity: 1 },
  '& .altered': { ...type.caption, color: ink.fail, fontWeight: 500, whiteSpace: 'nowrap' },
  '& .waits': { ...type.caption, color: ink.text3 },
  '& .caption': { height: 'var(--caption)' },
  '& .caption > td': {
    ...type.caption,
    gridColumn: '3 / -1',
    alignSelf: 'end',
    paddingBottom: 5,
    color: ink.text3,
  },
  '& td.drawn': { alignSelf: 'stretch' },
  '& .end-cell': { gridColumn: '4 / -1' },
  '&[data-compact]': {
    '& thead': { display: 'none' },
    '& tbody tr.rung': { gridTemplateRows: '1fr 1fr', padding: '5px 0' },
    '& tbody tr.rung[data-altered]': { height: 'calc(var(--rung) + 20px)', gridTemplateRows: '1fr 1fr 20px' },
    '& tbody tr.rung > .first': { gridRow: '1 / 3' },
    '& tbody tr.rung > .drawn': { gridRow: '1 / -1' },
    '& tbody tr.rung > .value-cell': { gridColumn: '3 / -1' },
    '& tbody tr.rung > .side-cell': { gridRow: 2, gridColumn: 3 },
    '& tbody tr.rung > .sibling-cell': { gridRow: 2, gridColumn: 4 },
    '& tbody tr.rung > .end-cell': { gridRow: 2, gridColumn: '3 / -1' },
    '& tr[data-altered] .sibling-cell': { gridRow: '2 / -1' },
    '& tr[data-altered] .sibling': { flexWrap: 'wrap', gap: '2px 6px' },
    // The step below the table has every value with its button.
    '& .sibling .copy': { display: 'none' },
  },
});

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
  /** Captions above rungs, by the number of the rung. */
  captions?: ReadonlyMap<number, string> | undefined;
}

const noCaptions: ReadonlyMap<number, string> = new Map();

/** The ladder: a table, and the drawing behind one of its columns. */
export function LadderTable(props: LadderTableProps) {
  const { ladder, steps, caption, state, compact, captions = noCaptions } = props;
  const { rungs } = ladder;
  const drawn = rungs.length <= drawnTo;
  const scrolls = rungs.length > scrolledFrom;
  const geometry = compact ? compactGeometry : wideGeometry;
  const current = rungOfStep(ladder, steps.step);
  const { middles, height } = rowsOf(ladder, captions, geometry);
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(0);
  const levelWidth = compact ? 36 : 44;
  const head = compact ? 0 : headHeight;
  const view = (compact ? 9 : scrolledFrom - 1) * geometry.row;

  useEffect(() => {
    const frame = scroller.current;
    if (frame === null) return;
    // The selected rung stays in sight, with the next one; the page itself does not move.
    const [middle, room] = [(middles[current] ?? 0) + head, frame.clientHeight];
    if (scrolls) {
      if (middle - geometry.row < frame.scrollTop) frame.scrollTop = middle - geometry.row;
      else if (middle + 2 * geometry.row > frame.scrollTop + room) {
        frame.scrollTop = middle + 2 * geometry.row - room;
      }
    }
    // Who steps with the keys inside the table goes on from the rung that is now selected.
    const focused = document.activeElement;
    if (focused !== null && frame.contains(focused) && focused.classList.contains('level')) {
      frame.querySelector<HTMLElement>('[data-current] .level')?.focus({ preventScroll: true });
    }
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
    <Frame data-compact={compact || undefined} style={style}>
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
        className="scroller"
        data-scrolls={scrolls || undefined}
        style={scrolls ? { maxHeight: view + head } : undefined}
        onScroll={(event) => {
          setSeen(event.currentTarget.scrollTop);
        }}
      >
        <Table data-compact={compact || undefined}>
          <VisuallyHidden as="caption">{caption}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">{m.inspector_draw_level()}</th>
              <th scope="col" className="drawn" aria-hidden="true">
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
          <tbody>
            {rungs.map((_, at) => (
              <LadderRow key={at} at={at} {...props} current={current} caption={captions.get(at)} />
            ))}
          </tbody>
        </Table>
        {drawn && (
          <LadderLines
            {...{ ladder, middles, height, geometry, current, state }}
            top={head}
            left={levelWidth + (scrolls ? 10 : 0)}
          />
        )}
      </div>
    </Frame>
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
        <tr className="caption">
          <td colSpan={5}>{caption}</td>
        </tr>
      )}
      <tr
        className="rung"
        data-current={isCurrent || undefined}
        data-altered={isAltered(rung) || undefined}
        onClick={choose}
      >
        <th scope="row" className="first">
          <button
            type="button"
            className="level"
            tabIndex={isCurrent ? 0 : -1}
            aria-current={isCurrent ? 'step' : undefined}
            onKeyDown={steps.onKeyDown}
          >
            {at > 0 && !isRoot && <VisuallyHidden>{m.inspector_draw_level()} </VisuallyHidden>}
            {at === 0 ? m.inspector_draw_leaf() : isRoot ? m.inspector_draw_root() : at}
          </button>
        </th>
        <td className="drawn" aria-hidden="true" />
        <td className="value-cell">
          <span className="value">
            <ShownHash value={rung.value} stored={rung.stored} consequence short={tight} />
            <span className="copy">
              <CopyButton value={rung.value} what={m.inspector_draw_value()} />
            </span>
          </span>
        </td>
        {rung.join === undefined ? (
          <td className="end-cell" colSpan={2}>
            {isRoot ? end : <span className="waits">{m.inspector_draw_waits()}</span>}
          </td>
        ) : (
          <SiblingCells join={rung.join} tight={tight} />
        )}
      </tr>
    </>
  );
}

function SiblingCells({ join, tight }: { join: Join; tight: boolean }) {
  return (
    <>
      <td className="side-cell">
        <span className="side">
          {join.side === 'left' ? <LeftIcon aria-hidden="true" /> : <RightIcon aria-hidden="true" />}
          {join.side === 'left' ? m.inspector_draw_left_short() : m.inspector_draw_right_short()}
        </span>
      </td>
      <td className="sibling-cell">
        <span className="sibling">
          <ShownHash value={join.sibling} stored={join.stored} consequence={!join.given} short={tight} />
          {join.stored !== undefined && join.given ? (
            <AlteredNote value={join.sibling} stored={join.stored} />
          ) : (
            <span className="copy">
              <CopyButton value={join.sibling} what={m.inspector_draw_sibling()} />
            </span>
          )}
        </span>
      </td>
    </>
  );
}
