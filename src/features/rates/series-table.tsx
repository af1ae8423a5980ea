import type { Bucket, RateValue } from '#client/families/rates.ts';
import type { RateFamily } from '#contract/resources/rate-names.ts';
import { LoadingBar } from '#ui/feedback/loading-rows.tsx';
import { useFormat } from '#ui/formats/use-format.ts';
import { usePhone } from '#ui/hooks/use-media-query.ts';
import type { Slot } from '#widgets/rates/periods.ts';
import { decimalWords, periodWords, valueWord } from '#widgets/rates/rate-words.ts';
import { m } from '#i18n/messages.ts';
import css from './series-table.module.css';

const buckets: readonly RateValue[] = ['open', 'high', 'low', 'close', 'average'];
/** Those that a phone has the width for. */
const phoneBuckets: readonly RateValue[] = ['high', 'low', 'close'];

/** The same series in numbers, newest first. A period's name chooses it for the converter. */
export function SeriesTable({
  slots,
  family,
  inverse,
  label,
  current,
  onChoose,
}: {
  slots: readonly Slot<Bucket>[];
  family: RateFamily;
  inverse: boolean;
  label: string;
  current: number | undefined;
  onChoose: (id: number) => void;
}) {
  const format = useFormat();
  const { values, counted } = useColumns(family);
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <table aria-label={label}>
        <Heads family={family} />
        <tbody>
          {slots.toReversed().map(({ id, bucket }) => (
            <tr key={id} data-on={id === current ? '' : undefined} data-gap={bucket ? undefined : ''}>
              <th scope="row">
                {bucket ? (
                  <button type="button" aria-pressed={id === current} onClick={() => onChoose(id)}>
                    {periodWords(family, id, format.options)}
                  </button>
                ) : (
                  periodWords(family, id, format.options)
                )}
              </th>
              {bucket ? (
                <>
                  {values.map((value) => {
                    const figure = (inverse ? bucket.inverse : bucket.direct)[value];
                    return (
                      <td key={value}>
                        {figure === undefined ? (
                          '—'
                        ) : (
                          <data value={figure}>{decimalWords(figure, format.options, inverse ? 6 : 4)}</data>
                        )}
                      </td>
                    );
                  })}
                  {counted && <td>{bucket.count === undefined ? '—' : format.number(bucket.count)}</td>}
                </>
              ) : (
                <td colSpan={values.length + (counted ? 1 : 0)}>{m.rates_no_bucket()}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The place of the table: its headings, with bars in rows of their real height. */
export function LoadingSeriesTable({ family }: { family: RateFamily }) {
  const { values, counted } = useColumns(family);
  return (
    <div className={css.scroll} aria-hidden="true" inert>
      <table>
        <Heads family={family} />
        <tbody>
          {Array.from({ length: 12 }, (_, row) => (
            <tr key={row}>
              <th scope="row">
                <LoadingBar width={122} />
              </th>
              {values.map((value) => (
                <td key={value}>
                  <LoadingBar width={50} />
                </td>
              ))}
              {counted && (
                <td>
                  <LoadingBar width={26} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heads({ family }: { family: RateFamily }) {
  const { values, counted } = useColumns(family);
  return (
    <thead>
      <tr>
        <th scope="col">{family === 'median' ? m.rates_column_instant() : m.rates_column_period()}</th>
        {values.map((value) => (
          <th key={value} scope="col">
            {valueWord(value)}
          </th>
        ))}
        {counted && <th scope="col">{m.rates_column_updates()}</th>}
      </tr>
    </thead>
  );
}

/** The values that stand beside a period, and whether the number of its updates does. */
function useColumns(family: RateFamily): { values: readonly RateValue[]; counted: boolean } {
  const phone = usePhone();
  if (family === 'median') return { values: ['median'], counted: false };
  return { values: phone ? phoneBuckets : buckets, counted: !phone };
}
