import { requestState } from '#client/queries/reading.ts';
import type { SignatureRequest } from '#contract/resources/resources.ts';
import { BoundedItems } from '#ui/lists/bounded-items.tsx';
import { Name } from '#ui/data/name.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import { boardColumns } from './board-columns.ts';
import { columnWord } from './column-word.ts';
import { AgeCell, MarksCell, nameOf, ProgressCell, StandingCell } from '../../request-cells.tsx';
import type { Names } from '../../standing.ts';
import css from './requests-board.module.css';

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
    <div className={css.root}>
      {boardColumns(rows).map(({ column, items }) => (
        <section key={column} aria-label={columnWord(column)}>
          <h2>
            {columnWord(column)} <span>{format.number(items.length)}</span>
          </h2>
          {items.length === 0 ? (
            <p className={css.none}>{m.requests_board_none()}</p>
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
    </div>
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
    <li className={css.item} aria-current={current ? 'true' : undefined} data-changed={changed || undefined}>
      <button
        type="button"
        aria-label={changed ? `${nameOf(request)}, ${m.common_row_changed()}` : undefined}
        onClick={() => onCurrent(request.id ?? '')}
      >
        <Name lines={3}>{nameOf(request)}</Name>
      </button>
      {waits && (
        <div className={css.line}>
          <StandingCell request={request} names={names} />
          <AgeCell request={request} />
        </div>
      )}
      <div className={css.line}>
        <ProgressCell request={request} />
        <MarksCell request={request} />
      </div>
    </li>
  );
}
