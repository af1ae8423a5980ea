import { identifier, sql } from '../storage/database/sql.ts';
import { allOperations } from '#contract/operations/operations.ts';
import {
  rateFamilies,
  ratePairs,
  weekSeconds,
  type RateFamily as Family,
  type RatePair as Pair,
} from '#contract/resources/rate-names.ts';
import { cursorPage } from '../storage/lists/cursor-list.ts';
import type { Collection, CursorArguments, CursorColumn } from '../storage/lists/cursor-list.ts';
import { isInt32 } from '../storage/lists/cursor.ts';
import { ServiceError } from '../service-error.ts';
import type { Handlers } from './call.ts';
import type { Service } from './ports.ts';

/** A rate operation's call, parsed: its params and the arguments of a cursor list. */
export interface RateCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: CursorArguments;
}

const float = (column: string): CursorColumn => ({ type: 'float', column });
const int32 = (column: string): CursorColumn => ({ type: 'int32', column });

const bucketColumns: Readonly<Record<string, CursorColumn>> = {
  id: int32('id'),
  open: float('open'),
  close: float('close'),
  low: float('low'),
  high: float('high'),
  average: float('average'),
  inverseOpen: float('inverse_open'),
  inverseClose: float('inverse_close'),
  inverseLow: float('inverse_low'),
  inverseHigh: float('inverse_high'),
  inverseAverage: float('inverse_average'),
  count: int32('count'),
};
const medianColumns: Readonly<Record<string, CursorColumn>> = {
  id: int32('id'),
  median: float('median'),
  inverse: float('inverse'),
};

/** The documented rate operation. */
export function weeklyRateHandler(service: Service): Handlers {
  return { readWeeklyRate: (call) => readRate(service, 'weekly-bucket', 'usdcmxn', call.params.id) };
}

/** The other rate operations, by their names in `allOperations` (Rules RT-1, RT-2). */
export function rateHandlers(
  service: Service,
): Readonly<Record<string, (call: RateCall) => Promise<unknown>>> {
  const handlers: Record<string, (call: RateCall) => Promise<unknown>> = {};
  for (const family of rateFamilies) {
    for (const pair of ratePairs) {
      const read = `read:${family}-${pair}`;
      handlers[`list:${family}-${pair}`] = (call) => listRates(service, family, pair, call.query);
      if (read in allOperations) handlers[read] = (call) => readRate(service, family, pair, call.params.id);
    }
  }
  return handlers;
}

function collectionOf(family: Family, pair: Pair): Collection {
  return family === 'median'
    ? { table: 'rate_medians', columns: medianColumns, condition: sql`t.pair = ${pair}` }
    : {
        table: 'rate_buckets',
        columns: bucketColumns,
        condition: sql`(t.family = ${family} and t.pair = ${pair})`,
      };
}

async function listRates(
  service: Service,
  family: Family,
  pair: Pair,
  query: CursorArguments,
): Promise<unknown> {
  const collection = collectionOf(family, pair);
  const page = await cursorPage<Record<string, unknown>>(service.database, collection, query);
  return { ...page, items: page.items.map((row) => rateOf(collection, row)) };
}

/** Buckets of a week begin at a multiple of a week since the epoch; anything else does not exist (Rule RT-1). */
async function readRate(
  service: Service,
  family: Family,
  pair: Pair,
  text: string | undefined,
): Promise<unknown> {
  const unknown = (): ServiceError =>
    new ServiceError('not-found', `There is no rate ${text ?? ''}.`, { rule: 'RT-1' });
  const id = Number(text);
  if (!isInt32(id) || (family === 'weekly-bucket' && id % weekSeconds !== 0)) throw unknown();
  const collection = collectionOf(family, pair);
  const [row] = await service.database.rows<Record<string, unknown>>(
    sql`select t.* from ${identifier(collection.table)} t where ${collection.condition ?? sql`true`} and t.id = ${id}::integer`,
  );
  if (!row) throw unknown();
  return rateOf(collection, row);
}

function rateOf({ columns }: Collection, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, { column }]) => [name, row[column]]));
}
