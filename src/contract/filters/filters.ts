import { z } from 'zod/mini';
import {
  endorsableGrammar,
  endorseEventGrammar,
  maxListItems,
  medianRateGrammar,
  rateBucketGrammar,
  walletGrammar,
} from './filter-grammars.ts';
import type { FilterGrammar, Where } from './filter-grammars.ts';
import { BigIntValue, Int32 } from '../schema/scalars.ts';

// The schemas of the grammars. Who needs the grammars alone takes them from their own file: no zod comes with it.
export * from './filter-grammars.ts';
import { registerNames } from '../schema/schema-facts.ts';

const valueSchema = { text: z.string(), bigint: BigIntValue, int32: Int32, float: z.number() } as const;

/** The zod schema of a grammar: exactly its columns with exactly their operators, nothing else. */
export function whereSchema(grammar: FilterGrammar): z.ZodMiniType<Where> {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [column, { type, operators }] of Object.entries(grammar.columns)) {
    const value = valueSchema[type];
    for (const operator of operators) {
      const list = operator === '_in' || operator === '_not_in';
      const nullable = operator === '' || operator === '_not';
      shape[column + operator] = z.optional(
        list ? z.array(value).check(z.maxLength(maxListItems)) : nullable ? z.nullable(value) : value,
      );
    }
  }
  const schema: z.ZodMiniType = z.strictObject({
    ...shape,
    get AND() {
      return z.optional(z.array(schema));
    },
    get OR() {
      return z.optional(z.array(schema));
    },
  });
  // The shape is built from the table above, so its type cannot be inferred; it is what Where says.
  return schema as z.ZodMiniType<Where>;
}

export const EndorsableFilter = whereSchema(endorsableGrammar);
export const EndorseEventFilter = whereSchema(endorseEventGrammar);
export const WalletFilter = whereSchema(walletGrammar);
export const RateBucketFilter = whereSchema(rateBucketGrammar);
export const MedianRateFilter = whereSchema(medianRateGrammar);

registerNames({ EndorsableFilter, EndorseEventFilter, WalletFilter, RateBucketFilter, MedianRateFilter });
