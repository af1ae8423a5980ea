import type { Comparison, ListName } from '../filter/fields.ts';
import type { Condition, FilterNode } from '../filter/tree.ts';

export const condition = (
  column: string,
  comparison: Comparison,
  ...values: readonly (string | number)[]
): Condition => ({ kind: 'condition', column, comparison, values });

/** Whatever these people gave, received or hold. */
export function ofPeople(list: ListName, addresses: readonly string[]): FilterNode {
  const comparison = addresses.length === 1 ? 'is' : 'in';
  if (list === 'tokens') return condition('ownerId', comparison, ...addresses);
  return {
    kind: 'group',
    join: 'or',
    items: [condition('fromId', comparison, ...addresses), condition('toId', comparison, ...addresses)],
  };
}
