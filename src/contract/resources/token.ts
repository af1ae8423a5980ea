import { z } from 'zod/mini';
import { BigIntValue, Int32 } from '../schema/scalars.ts';

/** A smart account; `id` is its address, `0x` and lower case. */
export const WalletFields = z.looseObject({ id: z.nullish(z.string()) });

/** A token; `id` is the witness hash as a whole number. `timestamp` in epoch seconds. */
export const EndorsableFields = z.looseObject({
  id: z.nullish(BigIntValue),
  ownerId: z.nullish(z.string()),
  timestamp: z.nullish(Int32),
  network: z.nullish(Int32),
});

/** A transfer of a token; `id` is `<blockHash>-<logIndex hex>`, `digest` the token's id. */
export const EndorseEventFields = z.looseObject({
  id: z.nullish(z.string()),
  timestamp: z.nullish(Int32),
  fromId: z.nullish(z.string()),
  toId: z.nullish(z.string()),
  digest: z.nullish(BigIntValue),
  network: z.nullish(Int32),
});
