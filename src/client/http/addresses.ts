import { addresses as table } from '#contract/operations/addresses.ts';
import type { OperationName } from '#contract/operations/operations.ts';

/** Method and path of every operation, from the one table. */
export const addresses: Readonly<Record<OperationName, { method: string; path: string }>> = table;
