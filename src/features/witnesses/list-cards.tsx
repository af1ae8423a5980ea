import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { witnessDate } from '#api/reading.ts';
import type { Witness } from '#contract/resources.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { HashText } from '#ui/hash-text.tsx';
import { ink, ring, type } from '#ui/ink.ts';
import { Instant } from '#ui/instant.tsx';
import { Anchor } from '#ui/link.tsx';
import { RowWindow } from '#ui/row-window.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { paths } from '#widgets/paths.ts';
import { WitnessMarks } from '#widgets/witness-marks.tsx';
import { m } from '#words/words.ts';
import { InSight } from './list-sight.tsx';
import { listScroll, secondOf, type TableProps } from './list-table.tsx';
import { witnessedWhat } from './use-whole-witnesses.ts';

/** Px of most cards. */
export const cardHeight = 100;

const Scroll = styled('div')({ position: 'relative', flex: 1, minHeight: 0, overflow: 'auto' });

const Cards = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li[data-index]': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '2px 10px',
    minHeight: cardHeight,
    padding: '12px 16px',
    borderBottom: `1px solid ${ink.line}`,
    '--row': ink.surface,
    background: 'var(--row)',
    '&[data-chosen]': { '--row': ink.accentTint },
  },
  '& .pick': { position: 'relative', zIndex: 1, gridRow: '1 / 4', minHeight: 40 },
  '& .title': { ...type.body, fontWeight: 550, overflowWrap: 'anywhere' },
  '& .title > a': {
    color: 'inherit',
    textDecoration: 'none',
    // The whole card is the target.
    '&::after': { content: '""', position: 'absolute', inset: 0 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { ...ring, outlineOffset: -2 },
  },
  '& .end': { ...type.caption, color: ink.text2, textAlign: 'right' },
  '& .line': { ...type.caption, gridColumn: '2 / 4', color: ink.text2 },
  '& .bar': { height: 10, marginTop: 6, borderRadius: 3, background: ink.hover },
});

/** The list on the phone: cards, of which only those in sight are drawn. */
export function WitnessCards({ rows, checked, onToggle }: Pick<TableProps, 'rows' | 'checked' | 'onToggle'>) {
  const scroll = useRef<HTMLDivElement>(null);
  const reveal = useRef<(index: number) => void>(() => undefined);
  return (
    <Scroll ref={scroll} className={listScroll}>
      <Cards aria-label={m.witnesses_list_cards()}>
        <RowWindow
          count={rows.length}
          rowHeight={cardHeight}
          scroll={scroll}
          reveal={reveal}
          onEnd={undefined}
          onDrawn={drawn}
        >
          {({ visible, before, after, measure }) => (
            <>
              {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
              {visible.map((index) => {
                const row = rows[index];
                if (!row) return null;
                const chosen = checked.has(row.key);
                return (
                  <li
                    key={row.key}
                    ref={measure}
                    data-index={index}
                    data-chosen={chosen || undefined}
                    aria-posinset={index + 1}
                    aria-setsize={rows.length}
                  >
                    <InSight index={index} />
                    {row.witness ? (
                      <Card
                        witness={row.witness}
                        chosen={chosen}
                        onChoose={(to) => onToggle(index, to, false)}
                      />
                    ) : (
                      <>
                        <span />
                        <span className="bar" aria-hidden="true" />
                        <VisuallyHidden>{m.witnesses_list_reading()}</VisuallyHidden>
                      </>
                    )}
                  </li>
                );
              })}
              {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
            </>
          )}
        </RowWindow>
      </Cards>
    </Scroll>
  );
}

const drawn = (): void => undefined;

function Card({
  witness,
  chosen,
  onChoose,
}: {
  witness: Witness;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}) {
  const at = witnessDate(witness);
  const name = witnessedWhat(witness);
  const second = secondOf(witness);
  return (
    <>
      <span className="pick">
        <Checkbox
          aria-label={m.common_check_row({ name })}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </span>
      <span className="title">
        <Anchor to={paths.witness(witness.id ?? '')}>{name}</Anchor>
      </span>
      <span className="end">{at ? <Instant at={at} form="list" /> : m.witnesses_pending()}</span>
      <span className="line">
        {witness.hash ? <HashText value={witness.hash} copy={false} unfolds={false} /> : '—'}
        {second ? ` · ${second}` : null}
      </span>
      <span className="line">
        <WitnessMarks witness={witness} />
      </span>
    </>
  );
}
