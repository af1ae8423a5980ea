import { styled } from '@mui/material/styles';
import { requestState } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { BoundedItems } from '#ui/lists/bounded-items.tsx';
import { ink, media, ring, type } from '#ui/theme/tokens.ts';
import { Name } from '#ui/data/name.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { boardColumns, type BoardColumn } from './board-columns.ts';
import { AgeCell, MarksCell, nameOf, ProgressCell, StandingCell } from './request-cells.tsx';
import type { Names } from './standing.ts';

const Root = styled('div')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(210px, 1fr)',
  gap: 14,
  flex: 1,
  minHeight: 0,
  padding: '4px var(--page-padding) 14px',
  overflowX: 'auto',
  background: ink.surface,
  '& > section': { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  '& > section > h2': {
    ...type.caption,
    display: 'flex',
    gap: 8,
    padding: '8px 2px',
    borderBottom: `1px solid ${ink.line}`,
    color: ink.text,
    fontSize: 13,
    fontWeight: 600,
    '& > span': { color: ink.text3, fontWeight: 400 },
  },
  '& > section > ul': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: 8,
    flex: 1,
    minHeight: 0,
    padding: '10px 2px',
    overflow: 'auto',
  },
  '& .none': { ...type.table, padding: '10px 2px', color: ink.text3 },
  [media.phone]: { gridAutoColumns: '84vw' },
});

const Item = styled('li')({
  '--row': ink.surface,
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '10px 12px',
  border: `1px solid ${ink.line}`,
  borderRadius: 8,
  background: 'var(--row)',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 112px',
  '&:hover': { '--row': ink.hover },
  '&[aria-current]': { '--row': ink.accentTint, borderColor: ink.accentLine },
  '&[data-changed]::before': {
    content: '""',
    position: 'absolute',
    top: 8,
    right: 8,
    width: 5,
    height: 5,
    borderRadius: 3,
    background: ink.accent,
  },
  '& > button': {
    padding: 0,
    border: 0,
    background: 'none',
    color: ink.text,
    fontSize: 13,
    lineHeight: '18px',
    fontWeight: 500,
    textAlign: 'left',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { ...ring, borderRadius: 8 },
  },
  '& > .line': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 8,
    minHeight: 20,
    fontSize: 13,
    lineHeight: '18px',
    '& > :last-child': { flex: 'none' },
  },
});

function columnWord(column: BoardColumn): string {
  switch (column) {
    case 'draft':
      return m.requests_tab_drafts();
    case 'waiting':
      return m.requests_tab_waiting();
    case 'rejected':
      return m.requests_tab_rejected();
    case 'signed':
      return m.requests_tab_unwitnessed();
    case 'witnessed':
      return m.requests_board_witnessed();
    case 'unknown':
      return m.requests_state_unknown();
  }
}

/** The same requests by where they stand. A card opens in the pane, like a row. */
export function RequestsBoard({
  rows,
  names,
  changed,
  current,
  onCurrent,
}: {
  rows: readonly SignatureRequest[];
  names: Names;
  changed: ReadonlySet<string>;
  current: string | undefined;
  onCurrent: (id: string) => void;
}) {
  const format = useFormat();
  return (
    <Root>
      {boardColumns(rows).map(({ column, items }) => (
        <section key={column} aria-label={columnWord(column)}>
          <h2>
            {columnWord(column)} <span>{format.number(items.length)}</span>
          </h2>
          {items.length === 0 ? (
            <p className="none">{m.requests_board_none()}</p>
          ) : (
            // A list that scrolls is reached by the keyboard through its cards.
            <ul>
              <BoundedItems>
                {items.map((request) => (
                  <Card
                    key={request.id}
                    {...{ request, names }}
                    changed={changed.has(request.id ?? '')}
                    current={request.id === current}
                    onCurrent={onCurrent}
                  />
                ))}
              </BoundedItems>
            </ul>
          )}
        </section>
      ))}
    </Root>
  );
}

function Card({
  request,
  names,
  changed,
  current,
  onCurrent,
}: {
  request: SignatureRequest;
  names: Names;
  changed: boolean;
  current: boolean;
  onCurrent: (id: string) => void;
}) {
  const waits = requestState(request) === 'waiting';
  return (
    <Item aria-current={current ? 'true' : undefined} data-changed={changed || undefined}>
      <button
        type="button"
        aria-label={changed ? `${nameOf(request)}, ${m.common_row_changed()}` : undefined}
        onClick={() => onCurrent(request.id ?? '')}
      >
        <Name lines={3}>{nameOf(request)}</Name>
      </button>
      {waits && (
        <div className="line">
          <StandingCell request={request} names={names} />
          <AgeCell request={request} />
        </div>
      )}
      <div className="line">
        <ProgressCell request={request} />
        <MarksCell request={request} />
      </div>
    </Item>
  );
}
