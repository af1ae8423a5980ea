import { requestState } from '#api/reading.ts';
import type { SignatureRequest } from '#contract/resources.ts';

export const boardOrder = ['draft', 'waiting', 'rejected', 'signed', 'witnessed'] as const;
export type BoardColumn = (typeof boardOrder)[number];

/** Every request in exactly one column, in the order it came; one that nobody is invited to waits for signers. */
export function boardColumns(
  rows: readonly SignatureRequest[],
): readonly { readonly column: BoardColumn; readonly items: readonly SignatureRequest[] }[] {
  const columnOf = (request: SignatureRequest): BoardColumn => {
    const state = requestState(request);
    return state === 'unsigned' ? 'waiting' : state;
  };
  return boardOrder.map((column) => ({ column, items: rows.filter((row) => columnOf(row) === column) }));
}
