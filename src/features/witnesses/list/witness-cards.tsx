import type { Witness } from '#contract/resources/resources.ts';
import { CardWindow } from '#ui/lists/card-window.tsx';
import { RowCheckbox } from '#ui/lists/row-checkbox.tsx';
import { HashText } from '#ui/data/hash-text.tsx';
import { Instant } from '#ui/data/instant.tsx';
import { Anchor } from '#ui/actions/link.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { paths } from '#widgets/paths.ts';
import { WitnessMarks } from '#widgets/witness/witness-marks.tsx';
import { m } from '#i18n/messages.ts';
import { InSight } from './rows-in-sight.tsx';
import { listScroll, useSecondLine, type TableProps } from './witness-table.tsx';
import { witnessedWhat } from '../use-whole-witnesses.ts';
import css from './witness-cards.module.css';

/** Px of most cards. */
export const cardHeight = 118;

/** The list on the phone. */
export function WitnessCards({
  rows,
  view,
  checked,
  onToggle,
}: Pick<TableProps, 'rows' | 'view' | 'checked' | 'onToggle'>) {
  const keyOf = (index: number): string => rows[index]?.key ?? '';
  const isChosen = (index: number): boolean => checked.has(keyOf(index));
  return (
    <CardWindow
      className={css.cards}
      label={m.witnesses_list_cards()}
      count={rows.length}
      cardHeight={cardHeight}
      keyOf={keyOf}
      isChosen={isChosen}
      scrollClass={listScroll}
    >
      {(index) => {
        const witness = rows[index]?.witness;
        return (
          <>
            <InSight index={index} />
            {witness ? (
              <Card
                witness={witness}
                date={view.sort}
                chosen={isChosen(index)}
                onChoose={(to) => onToggle(index, to, false)}
              />
            ) : (
              <>
                <span />
                <span className="bar" aria-hidden="true" />
                <VisuallyHidden>{m.witnesses_list_reading()}</VisuallyHidden>
              </>
            )}
          </>
        );
      }}
    </CardWindow>
  );
}

function Card({
  witness,
  date,
  chosen,
  onChoose,
}: {
  witness: Witness;
  /** The one date that is shown, by which the list is sorted. */
  date: TableProps['view']['sort'];
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}) {
  const at = witness[date];
  const name = witnessedWhat(witness);
  const second = useSecondLine(witness);
  return (
    <>
      <span className={css.pick}>
        <RowCheckbox
          aria-label={m.common_check_row({ name })}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </span>
      <span className={css.title}>
        <Anchor to={paths.witness(witness.id ?? '')}>{name}</Anchor>
      </span>
      <span className={css.end}>{at ? <Instant at={at} form="list" /> : '—'}</span>
      <span className={css.line}>{second}</span>
      <span className={css.line}>
        {witness.hash ? <HashText value={witness.hash} copy={false} unfolds={false} /> : '—'}
      </span>
      <span className={css.line}>
        <WitnessMarks witness={witness} />
      </span>
    </>
  );
}
