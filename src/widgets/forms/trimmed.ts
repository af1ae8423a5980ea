import { z } from 'zod/mini';

/** What is written in a field, without the spaces around it, then checked as the contract says. */
export const trimmed = <Schema extends z.ZodMiniType<unknown, string>>(schema: Schema) =>
  z.pipe(z.string().check(z.trim()), schema);
