import type { Witness } from '#contract/resources/resources.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ConservationMark } from '#ui/verdicts/conservation-marks.tsx';
import { Link } from '#ui/actions/link.tsx';
import { usePreferences } from '#ui/theme/preferences.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { useServiceNow } from '#ui/hooks/use-service-now.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { addDays } from '#widgets/days.ts';
import { paths, withQuery } from '#widgets/paths.ts';
import { m } from '#i18n/messages.ts';
import { countUndated, coverageByWeek, type WeekCoverage } from './series.ts';
import css from './coverage-card.module.css';

const weeks = 12;
const strategies = ['nom151', 'merkleized', 'external'] as const;

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
  const now = useServiceNow(60_000);
  const { zone } = usePreferences();
  const series = coverageByWeek(witnesses, partial, now, zone, weeks);
  const undated = countUndated(witnesses);
  const empty = series.every((week) => week.witnesses === 0 && week.reach === 'whole');
  const unread = series.filter((week) => week.reach === 'unread').length;
  const half = series.some((week) => week.reach === 'part');
  return (
    <Card title={m.overview_coverage()} note={m.overview_coverage_weeks({ count: weeks })}>
      {empty ? (
        undated === 0 && <p className={css.note}>{m.overview_coverage_none()}</p>
      ) : (
        <>
          <div className={css.rows}>
            <StrategyRow letter="N" name="NOM-151" strategy="nom151" series={series} />
            <StrategyRow letter="M" name="Merkle" strategy="merkleized" series={series} />
            <StrategyRow letter="E" name={m.overview_external()} strategy="external" series={series} />
            <p className={css.ends} aria-hidden="true">
              <span>{weekName(series[0]?.from ?? '', now, format)}</span>
              <span>{m.overview_coverage_now()}</span>
            </p>
          </div>
          <Disclosure className={css.weeks} summary={m.overview_coverage_by_week()}>
            <WeekTable series={series} now={now} />
          </Disclosure>
        </>
      )}
      {undated > 0 && <p className={css.note}>{m.overview_coverage_undated({ count: undated })}</p>}
      {(unread > 0 || half) && (
        <div className={css.foot}>
          <span>
            {m.overview_coverage_partial({ have: format.number(witnesses.length) })}
            {half && ` ${m.overview_coverage_half()}`}
          </span>
          <Button variant="text" loading={reading} onClick={onOlder}>
            {m.overview_coverage_older()}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** One strategy over the weeks: a bar for each week by its part of the witnesses, and its part of all of them. */
function StrategyRow({
  letter,
  name,
  strategy,
  series,
}: {
  letter: 'N' | 'M' | 'E';
  name: string;
  strategy: (typeof strategies)[number];
  series: readonly WeekCoverage[];
}) {
  const format = useFormat();
  const of = series.reduce((sum, week) => sum + week.witnesses, 0);
  const done = series.reduce((sum, week) => sum + week[strategy], 0);
  return (
    <div className={css.row}>
      <ConservationMark letter={letter} mark={{ state: 'service', words: name }} />
      <span>{name}</span>
      <span
        className={css.bars}
        role="img"
        aria-label={m.overview_coverage_row({ name, done: format.number(done), of: format.number(of) })}
      >
        {series.map((week, at) => (
          <span
            key={week.from}
            data-unread={week.reach === 'unread' || undefined}
            data-running={at === series.length - 1 || undefined}
          >
            {week.witnesses > 0 && <i style={{ height: `${(week[strategy] / week.witnesses) * 100}%` }} />}
          </span>
        ))}
      </span>
      <strong>{of === 0 ? '—' : format.percent(done / of)}</strong>
    </div>
  );
}

/** The same numbers week by week; each week leads to its witnesses. */
function WeekTable({ series, now }: { series: readonly WeekCoverage[]; now: Date }) {
  return (
    <table className={css.weekTable}>
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
    </table>
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
  const day = running ? m.overview_coverage_now() : weekName(week.from, now, format);
  const list = withQuery(paths.witnesses, { from: week.from, to: addDays(week.from, 6) });
  return (
    <tr>
      <th scope="row">
        <Link to={list}>{day}</Link>
      </th>
      {week.reach === 'unread' ? (
        <td className={css.unread} colSpan={4}>
          {m.overview_coverage_unread()}
        </td>
      ) : (
        <>
          {strategies.map((strategy) => (
            <td key={strategy} className={week.witnesses === 0 ? css.none : undefined}>
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

/** A week by its first day. */
function weekName(from: string, now: Date, format: ReturnType<typeof useFormat>): string {
  // At noon it is the same day in every zone between the two that are farthest from each other but for three.
  return format.inList(`${from}T12:00:00Z`, now).replace(/,?\s\d\d:\d\d$/, '');
}

function Cell({ done, of }: { done: number; of: number }) {
  const format = useFormat();
  return (
    <>
      <span className={css.cell}>{format.number(done)}</span>
      <span className={css.track} aria-hidden="true">
        <span style={{ width: `${(done / of) * 100}%` }} />
      </span>
    </>
  );
}
