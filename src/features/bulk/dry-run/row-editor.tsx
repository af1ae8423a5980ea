import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { Row } from '#ui/layout/card.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { m } from '#i18n/messages.ts';
import type { CheckedRow } from './dry-run.ts';
import { roleWord } from '../table/table-texts.ts';
import type { Role } from '../table/mapping.ts';
import { reasonWords } from './reason-texts.ts';
import { severityByCode, type Reason } from './reasons.ts';
import { VerdictMark } from './verdict-mark.tsx';
import css from './row-editor.module.css';

/** One row of the table, its reasons, and its cells to be corrected where they stand. */
export function RowEditor({
  row,
  columns,
  roles,
  onCell,
  onOut,
  onNext,
  onClose,
  nextLeft,
}: {
  row: CheckedRow;
  columns: readonly string[];
  roles: readonly Role[];
  onCell: (column: number, value: string) => void;
  onOut: (out: boolean) => void;
  /** To the next row with something against it. */
  onNext: () => void;
  onClose: () => void;
  nextLeft: number;
}) {
  const format = useFormat();
  const root = useRef<HTMLElement>(null);
  const about = row.reasons.find(
    ({ code, column }) => column !== undefined && severityByCode[code] !== 'warning',
  );
  const first = useRef(about?.column);
  useEffect(() => {
    // Opened by a key or a click, to correct what is wrong: that cell has the focus.
    const column = first.current;
    const cell = root.current?.querySelector<HTMLElement>(
      column === undefined ? 'input' : `[data-column="${column}"]`,
    );
    cell?.focus({ preventScroll: true });
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const used = columns.flatMap((name, column) => {
    const role = roles[column] ?? 'ignore';
    return role === 'ignore' ? [] : [{ name, column, role }];
  });
  const isOut = row.verdict === 'out';
  const faultOf = (column: number): Reason | undefined =>
    row.reasons.find((reason) => reason.column === column && severityByCode[reason.code] === 'refused');
  const atCells = new Set(used.map(({ column }) => faultOf(column)));
  const reasons = row.reasons.filter((reason) => !atCells.has(reason));
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the group closes on Escape; its controls have the focus
    <section
      className={css.root}
      ref={root}
      aria-label={m.bulk_row_title({ n: format.number(row.n) })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="head">
        <h3>{m.bulk_row_title({ n: format.number(row.n) })}</h3>
        <VerdictMark verdict={row.verdict} />
      </div>
      <div role="status">
        {reasons.length > 0 && (
          <ul>
            {reasons.map((reason, at) => (
              <li key={at}>{reasonWords(reason)}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.fields}>
        {used.map(({ name, column, role }) => {
          const fault = faultOf(column);
          return (
            <Cell
              key={column}
              column={column}
              label={`${name} (${roleWord(role)})`}
              value={row.cells[column] ?? ''}
              error={fault && reasonWords(fault)}
              onValue={(value) => onCell(column, value)}
            />
          );
        })}
      </div>
      <Row>
        <Button onClick={() => onOut(!isOut)}>{isOut ? m.bulk_row_in() : m.bulk_row_out()}</Button>
        {nextLeft > 0 && <Button onClick={onNext}>{m.bulk_row_next({ count: nextLeft })}</Button>}
        <Button variant="text" onClick={onClose}>
          {m.bulk_row_close()}
        </Button>
      </Row>
    </section>
  );
}

/** A cell is checked when it is left, or at Enter: not at every letter. */
function Cell({
  column,
  label,
  value,
  error,
  onValue,
}: {
  column: number;
  label: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const take = (): void => {
    if (typed !== undefined && typed !== value) onValue(typed);
    setTyped(undefined);
  };
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      autoComplete="off"
      spellCheck={false}
      data-column={column}
      error={error}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
