import type { SignatureRequest } from '#contract/resources/resources.ts';
import { stateOf } from '../../state.ts';

export const boardOrder = ['draft', 'waiting', 'rejected', 'signed', 'witnessed', 'unknown'] as const;
export type BoardColumn = (typeof boardOrder)[number];

/**
 * Every request in exactly one column, in the order it came; one that nobody is invited to waits
 * for signers. The column of those of which too little is known is there only when it holds some.
 */
export function boardColumns(
  rows: readonly SignatureRequest[],
): readonly { readonly column: BoardColumn; readonly items: readonly SignatureRequest[] }[] {
  const columnOf = (request: SignatureRequest): BoardColumn => {
    const state = stateOf(request);
    return state === 'unsigned' ? 'waiting' : state;
  };
  return boardOrder
    .map((column) => ({ column, items: rows.filter((row) => columnOf(row) === column) }))
    .filter(({ column, items }) => column !== 'unknown' || items.length > 0);
}
