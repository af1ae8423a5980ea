import { isLoopback } from '../../linking/link-address.ts';
import { paths } from '../../paths.ts';

/** Where whoever exports verifies; undefined on a computer whose address leads nowhere from another one. */
export const verifyAddress = (origin: string): string | undefined =>
  isLoopback(origin) ? undefined : `${origin}${paths.verify}`;
