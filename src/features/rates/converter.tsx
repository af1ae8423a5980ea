import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentMillis } from '#clock/clock.ts';
import { rates, type Bucket, type RateValue } from '#client/families/rates.ts';
import { useClient } from '#client/session/session-context.tsx';
import { Card, Stack } from '#ui/layout/card.tsx';
import { LoadingRows } from '#ui/feedback/loading-rows.tsx';
import { SelectInput } from '#ui/inputs/select-input.tsx';
import { WarningStrip } from '#ui/feedback/strips.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { convert, decimalsOf } from '#widgets/rates/convert.ts';
import { readDecimal } from '#widgets/rates/decimal.ts';
import { endOf, type Slot } from '#widgets/rates/periods.ts';
import { decimalWords, periodWords, seriesWords, valueWord } from '#widgets/rates/rate-words.ts';
import { QueryView } from '#widgets/query/query-view.tsx';
import { m } from '#i18n/messages.ts';
import { currenciesOf, valuesOf, type RatesView } from './view.ts';
import css from './converter.module.css';

/** An amount in the one currency and in the other, by one value of one bucket, exactly. */
export function Converter({
  view,
  slots,
  reading = false,
  onChange,
}: {
  view: RatesView;
  slots: readonly Slot<Bucket>[];
  /** More periods are being read. */
  reading?: boolean | undefined;
  onChange: (part: Partial<RatesView>) => void;
}) {
  const format = useFormat();
  const { family, pair, value } = view;
  const shown = slots.flatMap(({ bucket }) => bucket ?? []);
  const inSight = shown.find(({ id }) => id === view.bucket);
  // An address may name a period that is not among those in sight.
  const named = useQuery({
    ...rates(useClient()).one(family, pair, view.bucket ?? 0),
    enabled: view.bucket !== undefined && inSight === undefined,
  });
  const newest = shown.findLast(({ direct }) => direct[value] !== undefined) ?? shown.at(-1);
  const bucket = view.bucket === undefined ? newest : (inSight ?? named.data ?? undefined);
  const listed = bucket && !shown.includes(bucket) ? [...shown, bucket] : shown;
  const loading = <LoadingRows count={2} kind="list" />;
  return (
    <Card title={m.rates_converter()}>
      <Stack>
        <SelectInput
          label={family === 'median' ? m.rates_column_instant() : m.rates_column_period()}
          value={view.bucket === undefined ? '' : String(view.bucket)}
          options={[
            { value: '', label: m.rates_newest() },
            ...(view.bucket !== undefined && !bucket
              ? [{ value: String(view.bucket), label: periodWords(family, view.bucket, format.options) }]
              : []),
            ...listed.toReversed().map(({ id }) => ({
              value: String(id),
              label: periodWords(family, id, format.options),
            })),
          ]}
          onChange={({ target }) =>
            onChange({ bucket: target.value === '' ? undefined : Number(target.value) })
          }
        />
        {family !== 'median' && (
          <SelectInput
            label={m.rates_value()}
            value={value}
            options={valuesOf(family).map((one) => ({ value: one, label: valueWord(one) }))}
            // The options are the values of the series.
            onChange={({ target }) => onChange({ value: target.value as RateValue })}
          />
        )}
        {bucket ? (
          <Amounts view={view} bucket={bucket} onChange={onChange} />
        ) : view.bucket === undefined ? (
          reading ? (
            loading
          ) : (
            <div className={css.said} role="status">
              {m.rates_converter_unread()}
            </div>
          )
        ) : (
          <QueryView query={named} what={m.rates_what_bucket()} loading={loading}>
            {() =>
              named.isFetching ? (
                loading
              ) : (
                <div className={css.said} role="status">
                  {m.rates_converter_none()}
                </div>
              )
            }
          </QueryView>
        )}
      </Stack>
    </Card>
  );
}

function Amounts({
  view,
  bucket,
  onChange,
}: {
  view: RatesView;
  bucket: Bucket;
  onChange: (part: Partial<RatesView>) => void;
}) {
  const format = useFormat();
  const { family, pair, value, of } = view;
  const { base, quote } = currenciesOf[pair];
  const [now] = useState(() => currentMillis());
  const rate = bucket.direct[value];
  const amount = view.amount ?? '1,000';
  const to = of === 'base' ? quote : base;
  const made =
    rate === undefined ? undefined : convert(amount, rate, of === 'base' ? 'multiply' : 'divide', to);
  const wrong = amount.trim() !== '' && readDecimal(amount) === undefined ? m.rates_amount_bad() : undefined;
  const text = (side: 'base' | 'quote'): string =>
    of === side ? amount : made ? decimalWords(made.amount, format.options) : '';
  const end = endOf(family, bucket.id);
  if (rate === undefined)
    return (
      <div className={css.said} role="status">
        {m.rates_value_missing({ value: valueWord(value) })}
      </div>
    );
  return (
    <>
      {(['base', 'quote'] as const).map((side) => (
        <TextInput
          key={side}
          label={m.rates_amount_in({ currency: side === 'base' ? base : quote })}
          inputMode="decimal"
          autoComplete="off"
          value={text(side)}
          error={of === side ? wrong : undefined}
          end={side === 'base' ? base : quote}
          onChange={({ target }) => onChange({ amount: target.value, of: side })}
        />
      ))}
      <div className={css.said} role="status">
        <p className={css.rate}>{m.rates_rate({ base, rate: decimalWords(rate, format.options), quote })}</p>
        <p>
          {m.rates_source({
            value: valueWord(value),
            period: periodWords(family, bucket.id, format.options),
            series: seriesWords(family, { base, quote }),
          })}
        </p>
        {made && (
          <p>
            {made.before === undefined
              ? m.rates_exact()
              : m.rates_rounded({
                  decimals: decimalsOf[to],
                  before: decimalWords(made.before.value, format.options) + (made.before.more ? '…' : ''),
                })}
          </p>
        )}
        {of === 'quote' && <p>{m.rates_divided()}</p>}
      </div>
      {end !== undefined && end * 1000 > now && <WarningStrip>{m.rates_unfinished()}</WarningStrip>}
    </>
  );
}
