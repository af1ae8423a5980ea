import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { weekSeconds, type RateFamily, type RatePair } from '#contract/resources/rate-names.ts';
import type { MedianRate, RateBucket } from '#contract/resources/rate.ts';
import { currentTime } from '#clock/clock.ts';
import { isAbsent } from '../session/capabilities.ts';
import type { Client } from '../http/client.ts';
import { ApiError } from '../http/errors.ts';
import { refusedOf } from '../session/service-facts.ts';

export const rateValues = ['close', 'open', 'high', 'low', 'average', 'median'] as const;
export type RateValue = (typeof rateValues)[number];
/** Prices as decimal text, digit by digit as they came: they are computed with exactly. */
type Prices = Readonly<Partial<Record<RateValue, string>>>;

/** One period of a series. */
export interface Bucket {
  /** Epoch second at which it starts. */
  readonly id: number;
  readonly direct: Prices;
  /** The same the other way round, by the service's own word. */
  readonly inverse: Prices;
  readonly count: number | undefined;
}

/** A week requested by id; `bucket` is null where the service has none. */
interface Step {
  readonly id: number;
  readonly bucket: Bucket | null;
}

/** Weeks requested ahead of the visible ones, and the number of concurrent requests for them. */
const walkPage = 13;
const atOnce = 4;
/** Consecutive weeks without a bucket after which the series is taken to have begun later. */
const mostMissing = 26;
/** Items that a list gives at most (Rule WI-9). */
const mostListed = 1000;
/** Number of weeks back from now in which the newest bucket is searched. */
const newestWithin = 8;

export const startOfWeek = (now: Date): number =>
  Math.floor(now.getTime() / 1000 / weekSeconds) * weekSeconds;

/** The rate series: listed where the service lists them, the documented weekly one also by id (Rules RT-1, RT-2). */
export function rates(client: Client) {
  const key = [client.scope, 'rates'] as const;
  return {
    key,
    /** The newest so many of a series, newest first; null where the service does not list it. */
    list: (family: RateFamily, pair: RatePair, count: number) =>
      queryOptions({
        queryKey: [...key, 'list', family, pair, count],
        queryFn: async ({ signal }): Promise<readonly Bucket[] | null> => {
          const path = `/${family}-${pair}-rates` as const;
          const isUnordered = (): boolean =>
            refusedOf(client.scope.replace(/#[^#]*$/, ''), path)
              .split(' ')
              .some((name) => name.startsWith('order'));
          const ask = (orderBy: 'id' | 'timestamp') => {
            // A service that takes no order is read as far as it goes: the newest are among it.
            const limit = isUnordered() ? mostListed : count;
            return client.rates(path, { nested: { orderBy, orderDirection: 'desc', limit }, signal });
          };
          try {
            const first = await ask('id').catch((error: unknown) => {
              if (isUnordered()) return ask('id');
              throw error;
            });
            // Where an id is not a time, the newest items must be requested in order of their own time.
            const page = isByOtherThanTime(first) ? await ask('timestamp') : first;
            return readItems(page, path)
              .sort((a, b) => b.id - a.id)
              .slice(0, count);
          } catch (error) {
            // A list that is null, but answered, is offered.
            if (isAbsent(error) && !(error instanceof ApiError && error.request.status === 200)) return null;
            throw error;
          }
        },
        staleTime: 60_000,
      }),
    /** One of a series by its id; null where there is none. */
    one: (family: RateFamily, pair: RatePair, id: number) =>
      queryOptions({
        queryKey: [...key, 'one', family, pair, id],
        queryFn: ({ signal }) => readOne(client, family, pair, id, signal),
        staleTime: 60_000,
      }),
    /** The documented weekly series, back from a week by 604,800 seconds at a time, page by page. */
    walk: (start: number, count: number) =>
      infiniteQueryOptions({
        queryKey: [...key, 'walk', start, count],
        queryFn: ({ pageParam, signal }) =>
          readWeeks(client, pageParam, Math.min(walkPage, weeksLeft(start, pageParam, count)), signal),
        initialPageParam: start,
        getNextPageParam: (_, pages) => {
          const steps = pages.flat();
          const last = steps.at(-1);
          const missing = steps.length - 1 - steps.findLastIndex(({ bucket }) => bucket !== null);
          if (!last || steps.length >= count || missing >= mostMissing) return undefined;
          return last.id - weekSeconds;
        },
        staleTime: Infinity,
      }),
    /** The newest week of the documented series, looked for by id. */
    newest: (start: number) =>
      queryOptions({
        queryKey: [...key, 'newest', start],
        queryFn: async ({ signal }): Promise<Bucket | null> => {
          for (let back = 0; back < newestWithin; back += 1) {
            const bucket = await readOne(
              client,
              'weekly-bucket',
              'usdcmxn',
              start - back * weekSeconds,
              signal,
            );
            if (bucket?.direct.close !== undefined) return bucket;
          }
          return null;
        },
        staleTime: 60_000,
      }),
  };
}

const weeksLeft = (start: number, at: number, count: number): number => count - (start - at) / weekSeconds;

async function readWeeks(client: Client, from: number, count: number, signal: AbortSignal): Promise<Step[]> {
  const ids = Array.from({ length: count }, (_, back) => from - back * weekSeconds);
  const steps: Step[] = [];
  for (let at = 0; at < ids.length; at += atOnce)
    steps.push(
      ...(await Promise.all(
        ids.slice(at, at + atOnce).map(async (id) => ({
          id,
          bucket: await readOne(client, 'weekly-bucket', 'usdcmxn', id, signal),
        })),
      )),
    );
  return steps;
}

async function readOne(
  client: Client,
  family: RateFamily,
  pair: RatePair,
  id: number,
  signal: AbortSignal,
): Promise<Bucket | null> {
  try {
    const params = { id: String(id) };
    const answer =
      family === 'weekly-bucket' && pair === 'usdcmxn'
        ? await client.call('readWeeklyRate', { params, signal })
        : await client.rates(`/${family}-${pair}-rate/{id}`, { params, signal });
    const bucket = readBucket(answer);
    if (!bucket) throw unreadable(`/${family}-${pair}-rate/{id}`);
    // An answer about another week says nothing of this one.
    return bucket.id === id ? bucket : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** @throws ApiError `unreadable` where nothing of the answer can be read: to take it for empty would be false */
function readItems(page: unknown, path: string): Bucket[] {
  const items = (page as { items?: unknown } | null)?.items; // whatever came: looked at below
  const buckets = Array.isArray(items) ? items.flatMap((item) => readBucket(item) ?? []) : undefined;
  if (!buckets || (buckets.length === 0 && Array.isArray(items) && items.length > 0)) throw unreadable(path);
  return buckets;
}

const unreadable = (path: string): ApiError =>
  new ApiError(
    'unreadable',
    { method: 'GET', path, status: 200, at: currentTime().toISOString() },
    { messages: [{ message: 'the answer is no rate and no list of rates' }] },
  );

/** A page of medians that are not identified by their time. */
function isByOtherThanTime(page: unknown): boolean {
  const items = (page as { items?: unknown } | null)?.items; // whatever came: looked at below
  const [item] = Array.isArray(items) ? (items as readonly unknown[]) : [];
  if (typeof item !== 'object' || item === null) return false;
  const { id, timestamp }: { id?: unknown; timestamp?: unknown } = item;
  return timestamp != null && timeOf(id) === undefined;
}

/** Reads a bucket or a median; undefined without a whole number as its id. */
export function readBucket(answer: unknown): Bucket | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const fields: Partial<Record<keyof (RateBucket & MedianRate), unknown>> = answer;
  const id = timeOf(fields.timestamp) ?? wholeOf(fields.id);
  if (id === undefined) return undefined;
  return {
    id,
    direct: prices({ ...fields, median: fields.median ?? fields.rate }, [
      'open',
      'close',
      'low',
      'high',
      'average',
      'median',
    ]),
    inverse: {
      ...prices({ median: fields.inverse ?? fields.inverseRate }, ['median']),
      ...prices(
        {
          open: fields.inverseOpen,
          close: fields.inverseClose,
          low: fields.inverseLow,
          high: fields.inverseHigh,
          average: fields.inverseAverage,
        },
        ['open', 'close', 'low', 'high', 'average'],
      ),
    },
    count: typeof fields.count === 'number' ? fields.count : undefined,
  };
}

function wholeOf(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && !/^\d{1,15}$/.test(value) ? Number.NaN : Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The epoch second that a time names, in seconds, milliseconds or as text; undefined: it is no plausible one. */
function timeOf(value: unknown): number | undefined {
  const text =
    typeof value === 'string' && Number.isNaN(Number(value)) ? Date.parse(value) / 1000 : undefined;
  const number = text ?? wholeOf(value) ?? Number.NaN;
  const seconds = Math.floor(number > 1e11 ? number / 1000 : number);
  return seconds > 1e9 && seconds < 1e10 ? seconds : undefined;
}

function prices(fields: Readonly<Partial<Record<RateValue, unknown>>>, names: readonly RateValue[]): Prices {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = decimalText(fields[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** A number above zero as plain decimal text: `5e-7` is `0.0000005`. */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const tail = padded.slice(at).replace(/0+$/, '');
  const head = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return /[1-9]/.test(digits) ? head + (tail && `.${tail}`) : undefined;
}
