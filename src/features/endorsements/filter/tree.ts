import type { Comparison } from './fields.ts';

// A filter as it is read and edited: conditions in groups that are joined by «and» or «or».

/** Text and whole numbers of any size as text, numbers of 32 bits as numbers: as the wire takes them. */
export type Scalar = string | number;

export interface Condition {
  readonly kind: 'condition';
  /** As the wire calls it. */
  readonly column: string;
  readonly comparison: Comparison;
  readonly values: readonly Scalar[];
}

export type Join = 'and' | 'or';

export interface Group {
  readonly kind: 'group';
  readonly join: Join;
  readonly items: readonly FilterNode[];
}

/**
 * Why a part of a filter cannot be sent. A closed set: each has its own words beside the field, or beside the part of
 * the address.
 */
export type Fault =
  /** Not of this list, or not an operator of that column. */
  | 'column'
  | 'comparison'
  /** Not a value of its kind. */
  | 'missing'
  | 'time'
  /** A day where an instant is wanted. */
  | 'clock'
  | 'number'
  | 'int32'
  | 'uint256'
  | 'address'
  | 'values'
  /** More than a list may have (Rule WI-3). */
  | 'many'
  /** The whole filter: too deep, of too many parts or too long (Rule WI-3). */
  | 'deep'
  | 'parts'
  | 'long'
  /** The address itself. */
  | 'unreadable'
  | 'unclosed'
  | 'unopened'
  | 'mixed'
  | 'empty-group';

/** A part of an address that could not be read: it stays where it stood, so that nothing is dropped unseen. */
export interface Wrong {
  readonly kind: 'wrong';
  readonly text: string;
  readonly fault: Fault;
}

export type FilterNode = Condition | Group | Wrong;

/** Where a node stands: positions from the root down. The root is `[]`. */
export type Path = readonly number[];

export const condition = (
  column: string,
  comparison: Comparison,
  ...values: readonly Scalar[]
): Condition => ({ kind: 'condition', column, comparison, values });

export const everything: Group = { kind: 'group', join: 'and', items: [] };

export const isEverything = (tree: Group): boolean => tree.items.length === 0;

export function nodeAt(tree: Group, path: Path): FilterNode | undefined {
  let node: FilterNode | undefined = tree;
  for (const at of path) node = node?.kind === 'group' ? node.items[at] : undefined;
  return node;
}

/** Puts something else in a node's place; nothing takes it away, and the group that it leaves empty with it. */
export function replaceAt(tree: Group, path: Path, node: FilterNode | undefined): Group {
  const [at, ...rest] = path;
  if (at === undefined) return node?.kind === 'group' ? node : everything;
  const items = tree.items.flatMap((item, index) => {
    if (index !== at) return item;
    if (rest.length === 0) return node ?? [];
    if (item.kind !== 'group') return item;
    const inner = replaceAt(item, rest, node);
    return inner.items.length > 0 ? inner : [];
  });
  return { ...tree, items };
}

/** Adds a node at the end of the group that stands at a path. */
export function addTo(tree: Group, path: Path, node: FilterNode): Group {
  const group = nodeAt(tree, path);
  return group?.kind === 'group' ? replaceAt(tree, path, { ...group, items: [...group.items, node] }) : tree;
}

export function joinAt(tree: Group, path: Path, join: Join): Group {
  const group = nodeAt(tree, path);
  return group?.kind === 'group' ? replaceAt(tree, path, { ...group, join }) : tree;
}

/** The other way of joining: what a group inside another is for. */
export const otherJoin = (join: Join): Join => (join === 'and' ? 'or' : 'and');

export function conditionsIn(node: FilterNode): readonly Condition[] {
  return node.kind === 'group' ? node.items.flatMap(conditionsIn) : node.kind === 'condition' ? [node] : [];
}

export function wrongIn(node: FilterNode): readonly Wrong[] {
  return node.kind === 'group' ? node.items.flatMap(wrongIn) : node.kind === 'wrong' ? [node] : [];
}

/**
 * One spelling of a tree: no empty group, and a group of one is joined as a group inside its parent would be, since
 * nothing in it is joined yet.
 */
export function tidy(tree: Group, parent?: Join): Group {
  const own = tree.items.length > 1 ? tree.join : parent === undefined ? 'and' : otherJoin(parent);
  const items = tree.items
    .map((item) => (item.kind === 'group' ? tidy(item, own) : item))
    .filter((item) => item.kind !== 'group' || item.items.length > 0);
  // What was emptied may leave one alone.
  if (items.length !== tree.items.length) return tidy({ ...tree, items }, parent);
  return { kind: 'group', join: own, items };
}

/** What must hold beside everything else: a root of alternatives becomes a group first. */
export function alongside(tree: Group, node: FilterNode): Group {
  return tree.join === 'or' && tree.items.length > 1
    ? { kind: 'group', join: 'and', items: [tree, node] }
    : { kind: 'group', join: 'and', items: [...tree.items, node] };
}

/** Where a node like this one stands among those that must hold, or -1. */
export function placeOf(tree: Group, node: FilterNode): number {
  if (tree.join === 'or' && tree.items.length > 1) return -1;
  const text = JSON.stringify(node);
  return tree.items.findIndex((item) => JSON.stringify(item) === text);
}
