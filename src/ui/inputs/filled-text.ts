import { z } from 'zod/mini';

/** Text that is not only spaces, without the spaces around it. */
export const FilledText = z.string().check(z.trim(), z.minLength(1));
