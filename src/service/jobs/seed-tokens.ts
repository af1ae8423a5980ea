import { makeTokens } from '../seed/tokens.ts';
import { insertRows } from '../storage/bulk.ts';
import type { Queries } from '../storage/database.ts';
import type { SeedContext } from './seed-context.ts';

/** Tokens with their chains of holders, and the rate series. */
export async function writeTokens(demo: SeedContext, tx: Queries): Promise<void> {
  const tokens = makeTokens(demo.story, demo.random, demo.now, {
    hashOf: (request) => demo.document(request).sha256,
    walletOf: (subject) => demo.signer(subject).evmAddress,
  });
  await insertRows(
    tx,
    'endorsables',
    tokens.map(({ id, ownerId, timestamp, network, witnessId }) => ({
      id,
      owner_id: ownerId,
      timestamp,
      network,
      witness_id: witnessId,
    })),
  );
  await insertRows(
    tx,
    'endorse_events',
    tokens.flatMap(({ events }) =>
      events.map(({ id, timestamp, fromId, toId, digest, network }) => ({
        id,
        timestamp,
        from_id: fromId,
        to_id: toId,
        digest,
        network,
      })),
    ),
  );
  await insertRows(
    tx,
    'rate_buckets',
    demo.story.rates.map((rate) => ({
      family: 'weekly-bucket',
      pair: 'usdcmxn',
      id: rate.id,
      open: rate.open,
      close: rate.close,
      low: rate.low,
      high: rate.high,
      average: rate.average,
      inverse_open: rate.inverseOpen,
      inverse_close: rate.inverseClose,
      inverse_low: rate.inverseLow,
      inverse_high: rate.inverseHigh,
      inverse_average: rate.inverseAverage,
      count: rate.count,
    })),
  );
}
