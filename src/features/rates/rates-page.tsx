import RatesIcon from '@mui/icons-material/ShowChartOutlined';
import type { Bucket } from '#client/families/rates.ts';
import { rateFamilies, ratePairs, type RatePair } from '#contract/resources/rate-names.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { PageFrame } from '#ui/layout/page-frame.tsx';
import { SegmentedControl } from '#ui/inputs/segmented-control.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { Strip, WarningStrip } from '#ui/feedback/strips.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { FailureText } from '#widgets/failure/failure-text.tsx';
import { paths } from '#widgets/paths.ts';
import type { Slot } from '#widgets/rates/periods.ts';
import { familyWord, periodWords, seriesWords } from '#widgets/rates/rate-words.ts';
import { FailedPartLine } from '#widgets/query/failed-part-line.tsx';
import { QueryView } from '#widgets/query/query-view.tsx';
import { useSearch } from '#widgets/address/use-search.ts';
import { m } from '#i18n/messages.ts';
import { Candles } from './candles.tsx';
import { Converter } from './converter.tsx';
import { LoadingSeriesTable, SeriesTable } from './series-table.tsx';
import { useSeries, type SeriesData, type Walk } from './use-series.ts';
import { currenciesOf, rangesOf, readView, valuesOf, writeView, type RatesView } from './view.ts';
import css from './rates-page.module.css';

const [medians, ...byLength] = rateFamilies;
/** The shortest periods first. */
const shownFamilies = [...byLength, medians];

/** The rate series that the service keeps, drawn and in numbers, and what an amount is by one of them. */
export function RatesPage() {
  const [search, changeSearch] = useSearch();
  const view = readView(search);
  const series = useSeries(view);
  const change = (part: Partial<RatesView>): void => {
    changeSearch((before) => writeView({ ...readView(before), ...part }), { replace: true });
  };
  const { base, quote } = currenciesOf[view.pair];
  return (
    <PageFrame title={m.rates_title()} sub={m.rates_sub()}>
      <Stack>
        <div className={css.bar}>
          <SelectInput
            label={m.rates_pair()}
            hideLabel
            bar
            value={view.pair}
            options={ratePairs.toReversed().map((pair) => ({
              value: pair,
              label: `${currenciesOf[pair].base}–${currenciesOf[pair].quote}`,
            }))}
            // The options are the pairs.
            onChange={({ target }) =>
              change({ pair: target.value as RatePair, bucket: undefined, amount: undefined })
            }
          />
          <SegmentedControl
            label={m.rates_series()}
            value={view.family}
            options={shownFamilies.map((family) => ({ value: family, label: familyWord(family) }))}
            onChange={(family) =>
              change({
                family,
                range: rangesOf[family][1] ?? view.range,
                bucket: undefined,
                value: valuesOf(family)[0] ?? 'close',
              })
            }
          />
          <div className={css.ranges}>
            <span className="label" aria-hidden="true">
              {m.rates_range_short()}
            </span>
            <SegmentedControl
              label={m.rates_range()}
              value={String(view.range)}
              options={rangesOf[view.family].map((count) => ({ value: String(count), label: String(count) }))}
              onChange={(count) => change({ range: Number(count) })}
            />
          </div>
          <SegmentedControl
            label={m.rates_quoted()}
            value={view.inverse ? 'inverse' : 'direct'}
            options={[
              { value: 'direct', label: m.rates_per({ quote, base }) },
              { value: 'inverse', label: m.rates_per({ quote: base, base: quote }) },
            ]}
            onChange={(direction) => change({ inverse: direction === 'inverse' })}
          />
        </div>
        <QueryView
          query={series}
          what={m.rates_what()}
          loading={
            <>
              <div className={css.chartComing}>
                <LoadingRows kind="blocks" count={1} rowHeight={236} />
              </div>
              <LoadingSeriesTable family={view.family} />
            </>
          }
          frame={(state, isLoading) => (
            <div className={css.columns}>
              <Card title={m.rates_series_card()} flush>
                {state}
              </Card>
              <Card title={m.rates_converter()}>
                {isLoading ? (
                  <div className={css.converterComing}>
                    <LoadingRows kind="fields" count={view.family === 'median' ? 3 : 4} />
                    <LoadingRows kind="queue" count={1} lines={3} ends={false} rowHeight={86} />
                  </div>
                ) : (
                  <FailedPartLine text={m.rates_converter_failed()} refetch={series.refetch} />
                )}
              </Card>
            </div>
          )}
        >
          {(data) =>
            data === null ? <NoSeries /> : <SeriesColumns view={view} data={data} onChange={change} />
          }
        </QueryView>
      </Stack>
    </PageFrame>
  );
}

/** The service does not offer this series. */
function NoSeries() {
  return (
    <Card>
      <EmptyState
        icon={<RatesIcon aria-hidden="true" />}
        title={m.rates_absent_title()}
        text={m.rates_absent_text()}
        actions={<LinkButton to={paths.rates}>{m.rates_to_weekly()}</LinkButton>}
      />
    </Card>
  );
}

function SeriesColumns({
  view,
  data: { slots, walk },
  onChange,
}: {
  view: RatesView;
  data: SeriesData;
  onChange: (part: Partial<RatesView>) => void;
}) {
  return (
    <>
      <WalkStrip walk={walk} />
      <div className={css.columns}>
        <SeriesCard {...{ view, slots, walk, onChange }} />
        <Converter {...{ view, slots, onChange }} reading={walk?.reading} />
      </div>
    </>
  );
}

function SeriesCard({
  view,
  slots,
  walk,
  onChange,
}: {
  view: RatesView;
  slots: readonly Slot<Bucket>[];
  walk: Walk | undefined;
  onChange: (part: Partial<RatesView>) => void;
}) {
  const format = useFormat();
  const { family, inverse } = view;
  const { base, quote } = currenciesOf[view.pair];
  const shown = slots.filter(({ bucket }) => bucket !== undefined);
  const gaps = slots.length - shown.length;
  const current = view.bucket ?? shown.at(-1)?.id;
  const label = m.rates_series_label({
    series: seriesWords(family, inverse ? { base: quote, quote: base } : { base, quote }),
    from: shown[0] ? periodWords(family, shown[0].id, format.options) : '',
    to: current === undefined ? '' : periodWords(family, shown.at(-1)?.id ?? current, format.options),
  });
  if (shown.length === 0 && walk?.reading)
    return (
      <Card title={m.rates_series_card()} flush>
        <LoadingRows count={8} />
      </Card>
    );
  if (shown.length === 0) {
    const isWhole = walk === undefined || walk.requested >= walk.of;
    return (
      <Card title={m.rates_series_card()}>
        <EmptyState
          icon={<RatesIcon aria-hidden="true" />}
          title={isWhole ? m.rates_empty_title() : m.rates_empty_read()}
          text={isWhole ? m.rates_empty_text() : undefined}
        />
      </Card>
    );
  }
  const choose = (bucket: number): void => onChange({ bucket });
  const shared = { slots, family, inverse, current, onChoose: choose };
  return (
    <Card
      title={m.rates_series_card()}
      note={gaps === 0 ? m.rates_count({ count: shown.length }) : m.rates_gaps({ count: gaps })}
      flush
    >
      <div className={css.plot}>
        <Candles {...shared} label={label} />
      </div>
      <SeriesTable {...shared} label={label} />
    </Card>
  );
}

/** How far reading week by week came, and the way to stop it or to go on. */
function WalkStrip({ walk }: { walk: Walk | undefined }) {
  const format = useFormat();
  if (!walk) return null;
  const read = { requested: format.number(walk.requested), of: format.number(walk.of) };
  const goOn = { label: m.rates_walk_go_on(), onSelect: walk.goOn };
  if (walk.reading)
    return (
      <Strip
        framed
        icon={<RatesIcon aria-hidden="true" />}
        action={{ label: m.rates_walk_stop(), onSelect: walk.stop }}
      >
        {m.rates_walking(read)}
      </Strip>
    );
  if (walk.error !== undefined)
    return (
      <WarningStrip action={goOn}>
        <FailureText
          error={walk.error}
          words={({ reason }) => m.rates_walk_failed({ ...read, why: reason })}
        />
      </WarningStrip>
    );
  if (walk.ended)
    return (
      <Strip framed icon={<RatesIcon aria-hidden="true" />}>
        {m.rates_walk_ended(read)}
      </Strip>
    );
  if (walk.requested < walk.of)
    return <WarningStrip action={goOn}>{m.rates_walk_stopped(read)}</WarningStrip>;
  return (
    <Strip framed icon={<RatesIcon aria-hidden="true" />}>
      {m.rates_walked(read)}
    </Strip>
  );
}
