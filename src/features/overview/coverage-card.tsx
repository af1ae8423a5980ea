import { styled } from '@mui/material/styles';
import type { Witness } from '#contract/resources/resources.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { ink, type } from '#ui/theme/tokens.ts';
import { Link } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useNow } from '#ui/hooks/use-now.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { addDays } from '#widgets/days.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { countUndated, coverageByWeek, type WeekCoverage } from './series.ts';

const weeks = 12;
const strategies = ['nom151', 'merkleized', 'external'] as const;

// The map is the table: whoever looks sees how full each cell is, whoever listens hears its number.
const WeekTable = styled('table')({
  ...type.table,
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& th': { padding: 0, fontWeight: 400, textAlign: 'right' },
  '& thead th': { paddingBottom: 6, ...type.caption, color: ink.text3 },
  '& thead th + th': { paddingLeft: 12 },
  '& thead th:last-of-type': { width: '22%' },
  '& th:first-of-type': { width: '26%', textAlign: 'left', whiteSpace: 'nowrap' },
  '& tbody tr > *': { height: 28 },
  '& td': { padding: '0 0 0 12px', textAlign: 'right', verticalAlign: 'middle' },
  '& td:last-of-type': { color: ink.text2 },
  '& .head': { display: 'inline-flex', verticalAlign: 'middle' },
  '& .cell': { display: 'block', lineHeight: '16px' },
  '& .track': { display: 'block', height: 5, borderRadius: 2, background: ink.hover },
  '& .track > span': { display: 'block', height: '100%', borderRadius: 2, background: ink.chart },
  '& .none, & .unread': { color: ink.text3 },
  '& .unread': { textAlign: 'left' },
});

const Foot = styled('div')({
  ...type.caption,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 12px',
  marginTop: 10,
  color: ink.text2,
});
const Note = styled('p')({ color: ink.text2, fontSize: 13, lineHeight: '18px' });

/** How many of each week's witnesses every strategy has processed, by the service's word. */
export function CoverageCard({
  witnesses,
  partial,
  reading,
  onOlder,
}: {
  witnesses: readonly Witness[];
  /** There are older witnesses than these. */
  partial: boolean;
  reading: boolean;
  /** Reads older witnesses too. */
  onOlder: () => void;
}) {
  const format = useFormat();
  const now = useNow(60_000);
  const { timeZone, utc } = usePreferences();
  const series = coverageByWeek(witnesses, partial, now, utc ? 'UTC' : timeZone, weeks);
  const undated = countUndated(witnesses);
  const empty = series.every((week) => week.witnesses === 0 && week.reach === 'whole');
  const unread = series.filter((week) => week.reach === 'unread').length;
  const half = series.some((week) => week.reach === 'part');
  return (
    <Card title={m.overview_coverage()} note={m.overview_coverage_weeks({ count: weeks })}>
      {empty ? (
        undated === 0 && <Note>{m.overview_coverage_none()}</Note>
      ) : (
        <WeekTable>
          <caption>
            <VisuallyHidden>{m.overview_coverage_caption()}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{m.overview_coverage_week()}</th>
              <Head letter="N" name="NOM-151" />
              <Head letter="M" name="Merkle" />
              <Head letter="E" name={m.overview_external()} />
              <th scope="col">{m.overview_coverage_all()}</th>
            </tr>
          </thead>
          <tbody>
            {[...series].reverse().map((week, back) => (
              <Week key={week.from} week={week} now={now} running={back === 0} />
            ))}
          </tbody>
        </WeekTable>
      )}
      {undated > 0 && <Note>{m.overview_coverage_undated({ count: undated })}</Note>}
      {(unread > 0 || half) && (
        <Foot>
          <span>
            {m.overview_coverage_partial({ have: format.number(witnesses.length) })}
            {half && ` ${m.overview_coverage_half()}`}
          </span>
          <Button variant="text" loading={reading} onClick={onOlder}>
            {m.overview_coverage_older()}
          </Button>
        </Foot>
      )}
    </Card>
  );
}

function Head({ letter, name }: { letter: 'N' | 'M' | 'E'; name: string }) {
  return (
    <th scope="col">
      <span className="head">
        <ConservationMark letter={letter} mark={{ state: 'service', words: name }} />
      </span>
    </th>
  );
}

function Week({ week, now, running }: { week: WeekCoverage; now: Date; running: boolean }) {
  const format = useFormat();
  // At noon it is the same day in every zone between the two that are farthest from each other but for three.
  const name = running ? m.overview_coverage_now() : format.inList(`${week.from}T12:00:00Z`, now);
  const day = name.replace(/,?\s\d\d:\d\d$/, '');
  const list = withQuery(paths.witnesses, { from: week.from, to: addDays(week.from, 6) });
  return (
    <tr>
      <th scope="row">
        <Link to={list}>{day}</Link>
      </th>
      {week.reach === 'unread' ? (
        <td className="unread" colSpan={4}>
          {m.overview_coverage_unread()}
        </td>
      ) : (
        <>
          {strategies.map((strategy) => (
            <td key={strategy} className={week.witnesses === 0 ? 'none' : undefined}>
              {week.witnesses === 0 ? '—' : <Cell done={week[strategy]} of={week.witnesses} />}
            </td>
          ))}
          <td>
            {week.reach === 'part' && '≥ '}
            {format.number(week.witnesses)}
          </td>
        </>
      )}
    </tr>
  );
}

function Cell({ done, of }: { done: number; of: number }) {
  const format = useFormat();
  return (
    <>
      <span className="cell">{format.number(done)}</span>
      <span className="track" aria-hidden="true">
        <span style={{ width: `${(done / of) * 100}%` }} />
      </span>
    </>
  );
}
