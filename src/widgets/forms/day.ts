import { z } from 'zod/mini';
import { isDay } from '#clock/instants.ts';
import { m } from '#i18n/messages.ts';

/** What a `DateInput` holds, where a day may be left out. */
export const OptionalDay = z
  .string()
  .check(z.refine((text) => text === '' || isDay(text), { error: () => m.common_day_rule() }));
