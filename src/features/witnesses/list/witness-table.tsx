import { useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { witnessDate } from '#client/queries/reading.ts';
import type { Witness } from '#contract/resources/resources.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { LoadingTable } from '#ui/layout/loading-table.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { RowLink } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { visibleName } from '#ui/formats/visible-text.ts';
import { paths } from '#widgets/paths.ts';
import { WitnessMarks } from '#widgets/witness/witness-marks.tsx';
import { useWitnessOf } from '#widgets/witness/use-witness-of.ts';
import { useRefused } from '#widgets/filters/use-refused.ts';
import { m } from '#i18n/messages.ts';
import type { WitnessView } from './filter/filter.ts';
import type { Row } from './use-witness-rows.ts';
import { InSight } from './rows-in-sight.tsx';
import { witnessedWhat } from '../use-whole-witnesses.ts';
import css from './witness-table.module.css';

/** On what scrolls. */
export const listScroll = 'witness-list-scroll';

export interface TableProps {
  readonly rows: readonly Row[];
  readonly view: WitnessView;
  readonly onSort: (sort: Pick<WitnessView, 'sort' | 'order'>) => void;
  readonly onOpen: (id: string) => void;
  /** Keys of the chosen rows. */
  readonly checked: ReadonlySet<string>;
  readonly onAll: (all: boolean) => void;
  /** One row, or with Shift all from the last one to it. */
  readonly onToggle: (index: number, chosen: boolean, ranged: boolean) => void;
}

/** The list as a table: only rows in sight are drawn, whatever its length. */
export function WitnessTable({ rows, view, onSort, onOpen, checked, onAll, onToggle }: TableProps) {
  const isRefused = useRefused('/witnesses');
  const { language } = usePreferences();
  // Cells call words, so the columns are made anew with the language and with nothing else.
  const cells = useMemo(() => columns(language, view.sort), [language, view.sort]);
  const shift = useRef(false);
  const note = (event: MouseEvent | KeyboardEvent): void => {
    shift.current = event.shiftKey;
  };
  useHotkeys({
    X: () => {
      const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
      const index = Number(row?.dataset.index ?? NaN);
      const item = rows[index];
      if (item) onToggle(index, !checked.has(item.key), true);
    },
  });
  return (
    <div className={css.root} onClickCapture={note} onKeyDownCapture={note}>
      <DataTable
        className={listScroll}
        label={m.witnesses_title()}
        columns={cells}
        rows={rows}
        rowKey={keyOf}
        rowName={({ witness }) => (witness ? witnessedWhat(witness) : m.witnesses_list_reading())}
        total={rows.length}
        sort={{ id: view.sort, direction: view.order }}
        sortRefused={isRefused('sort') ? m.common_sort_refused() : undefined}
        onSort={({ id, direction }) =>
          onSort({ sort: id === 'updatedAt' ? 'updatedAt' : 'createdAt', order: direction })
        }
        onOpen={(_, { witness }) => {
          if (witness?.id) onOpen(witness.id);
        }}
        checked={checked}
        onChecked={(next) => {
          const toggled = differing(checked, next);
          if (toggled === undefined) {
            onAll(next.size > 0);
            return;
          }
          const index = rows.findIndex(({ key }) => key === toggled);
          if (index >= 0) onToggle(index, next.has(toggled), shift.current);
        }}
        pageKeys
      />
    </div>
  );
}

/** The same while the first rows are still to come. */
export function LoadingWitnessTable({ view }: Pick<TableProps, 'view'>) {
  const { language } = usePreferences();
  return (
    <div className={css.root}>
      <LoadingTable
        columns={columns(language, view.sort)}
        sort={{ id: view.sort, direction: view.order }}
        picks
      />
    </div>
  );
}

const keyOf = ({ key }: Row): string => key;

/** The one key by which two sets differ; undefined when they differ by more, as after the box of all. */
function differing(before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
  if (Math.abs(before.size - after.size) !== 1) return undefined;
  const [larger, smaller] = before.size > after.size ? [before, after] : [after, before];
  for (const key of larger) if (!smaller.has(key)) return key;
  return undefined;
}

const cell =
  (draw: (witness: Witness) => ReactNode) =>
  ({ witness }: Row) =>
    witness ? draw(witness) : <span className={css.bar} aria-hidden="true" />;

/** @param date the one date that is shown, by which the list is sorted */
function columns(_language: string, date: WitnessView['sort']): readonly Column<Row>[] {
  return [
    {
      id: 'document',
      head: m.witnesses_document(),
      width: '100%',
      cell: ({ index, witness }) => (
        <>
          <InSight index={index} />
          {witness ? (
            <What witness={witness} />
          ) : (
            <>
              <span className={css.bar} aria-hidden="true" />
              <VisuallyHidden>{m.witnesses_list_reading()}</VisuallyHidden>
            </>
          )}
        </>
      ),
    },
    {
      id: 'hash',
      head: m.witnesses_hash(),
      width: 190,
      cell: cell(({ hash }) => (hash ? <HashText value={hash} unfolds={false} /> : '—')),
    },
    {
      id: 'conservation',
      head: m.witnesses_conservation(),
      width: 112,
      cell: cell((witness) => <WitnessMarks witness={witness} />),
    },
    {
      id: date,
      head: date === 'createdAt' ? m.witnesses_created() : m.witnesses_updated(),
      width: 130,
      align: 'right',
      sortable: true,
      cell: cell((witness) => {
        const at = witness[date];
        return at ? <Instant at={at} form="list" /> : '—';
      }),
    },
  ];
}

function What({ witness }: { witness: Witness }) {
  const second = useSecondLine(witness);
  return (
    <span className={css.whatLines}>
      <span>
        <RowLink to={paths.witness(witness.id ?? '')}>{witnessedWhat(witness)}</RowLink>
      </span>
      {second && <span className={css.second}>{second}</span>}
    </span>
  );
}

/** Whether it is of the document or of a signature, that no date proves it yet, whose it is to claim, and that it was claimed. */
export function useSecondLine(witness: Witness): string {
  const owner = visibleName(witness.initialOwner?.commonName) ?? undefined;
  const of = useWitnessOf(witness);
  const pending = witnessDate(witness) ? undefined : m.witnesses_pending();
  const claimed = witness.claimed ? m.witnesses_claimed() : undefined;
  return [of, pending, claimed, owner].filter(Boolean).join(' · ');
}
