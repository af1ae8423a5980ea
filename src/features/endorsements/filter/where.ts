import {
  filterDepth,
  filterParts,
  maxFilterDepth,
  maxFilterParts,
  type Where,
} from '#contract/filters/filter-grammars.ts';
import { limits } from '#contract/operations/limits.ts';
import { fields, operatorsOf, valueCount, type Comparison, type ListName } from './fields.ts';
import {
  conditionsIn,
  everything,
  wrongIn,
  type Condition,
  type Fault,
  type FilterNode,
  type Group,
  type Scalar,
} from './tree.ts';
import { faultOf } from './values.ts';

/** The filter as the wire takes it (Rule WI-10), as flat as it can be. A tree with wrong parts has none. */
export function toWhere(node: FilterNode): Where {
  if (node.kind === 'wrong') throw new TypeError(`«${node.text}» is no condition.`);
  if (node.kind === 'condition') return whereOf(node);
  const [only, ...more] = node.items;
  if (only === undefined) return {};
  if (more.length === 0) return toWhere(only);
  const parts = node.items.map(toWhere);
  return node.join === 'or' ? { OR: parts } : allOf(parts);
}

function whereOf({ column, comparison, values }: Condition): Where {
  const operators = operatorsOf[comparison];
  const count = valueCount(comparison);
  const value = (at: number): unknown => (count === 0 ? null : count === 'list' ? values : values[at]);
  return Object.fromEntries(operators.map((operator, at) => [column + operator, value(at)]));
}

/** Everything in one object where no key stands twice; the rest goes into `AND`. */
function allOf(parts: readonly Where[]): Where {
  const whole: Where = {};
  const beside: Where[] = [];
  for (const part of parts) {
    if (Object.keys(part).some((key) => key === 'AND' || key in whole)) beside.push(part);
    else Object.assign(whole, part);
  }
  return beside.length > 0 ? { ...whole, AND: beside } : whole;
}

/** The tree of a filter of the wire: what is always true in it is left out, as the service leaves it out. */
export function fromWhere(list: ListName, where: Where): Group {
  const node = nodeOf(list, where);
  if (node === undefined) return everything;
  return node.kind === 'group' ? node : { kind: 'group', join: 'and', items: [node] };
}

function nodeOf(list: ListName, where: Where): FilterNode | undefined {
  const { AND, OR, ...keys } = where;
  const items: FilterNode[] = conditionsOf(list, keys);
  for (const inner of AND ?? []) {
    const node = nodeOf(list, inner);
    if (node?.kind === 'group' && node.join === 'and') items.push(...node.items);
    else if (node) items.push(node);
  }
  const choices = (OR ?? []).map((inner) => nodeOf(list, inner));
  const possible = choices.filter((node) => node !== undefined);
  // One choice that is always true makes all of them true.
  if (possible.length === choices.length)
    if (possible.length > 1) items.push({ kind: 'group', join: 'or', items: possible });
    else items.push(...possible);
  const [only, ...more] = items;
  return more.length > 0 ? { kind: 'group', join: 'and', items } : only;
}

function conditionsOf(list: ListName, keys: Readonly<Record<string, unknown>>): FilterNode[] {
  const left = new Map(Object.entries(keys).filter(([, value]) => value !== undefined));
  const found: FilterNode[] = [];
  const take = (column: string, comparison: Comparison): void => {
    const names = operatorsOf[comparison].map((operator) => column + operator);
    const values = names.map((name) => left.get(name));
    if (values.includes(undefined) || (valueCount(comparison) === 0) !== (values[0] === null)) return;
    for (const name of names) left.delete(name);
    const taken = valueCount(comparison) === 'list' ? values[0] : valueCount(comparison) === 0 ? [] : values;
    // Filters of the wire hold scalars and lists of them; `faultOf` says where that is not so.
    found.push({ kind: 'condition', column, comparison, values: (taken as Scalar[]).map(plain) });
  };
  for (const { column, comparisons } of fields[list])
    for (const comparison of comparisons) take(column, comparison);
  for (const name of left.keys()) found.push({ kind: 'wrong', text: name, fault: 'column' });
  return found;
}

/** Whole numbers of any size may come in three spellings; here they are text. */
const plain = (value: Scalar | bigint): Scalar => (typeof value === 'bigint' ? value.toString() : value);

/** Whether the whole can be sent: faults of its parts first, then its depth, its parts and its length (Rule WI-3). */
export function faultOfTree(list: ListName, tree: Group): Fault | undefined {
  const [wrong] = wrongIn(tree);
  if (wrong) return wrong.fault;
  for (const condition of conditionsIn(tree)) {
    const fault = faultOf(
      fields[list].find(({ column }) => column === condition.column),
      condition,
    );
    if (fault) return fault;
  }
  const where = toWhere(tree);
  if (filterDepth(where) > maxFilterDepth) return 'deep';
  if (filterParts(where) > maxFilterParts) return 'parts';
  return bytesOf(where) > limits.queryBytes - otherArguments ? 'long' : undefined;
}

/** What order, cursor and number of rows take beside the filter. */
const otherArguments = 1024;

const bytesOf = (where: Where): number => encodeURIComponent(JSON.stringify(where)).length;
