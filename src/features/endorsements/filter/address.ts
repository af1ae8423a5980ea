import {
  comparisons,
  fieldOf,
  fields,
  valueCount,
  type Comparison,
  type FilterField,
  type ListName,
} from './fields.ts';
import {
  tidy,
  type Condition,
  type Fault,
  type FilterNode,
  type Group,
  type Join,
  type Wrong,
} from './tree.ts';
import { faultOf, readValue, writeValue } from './values.ts';

// The filter as it stands in the address:
//
//   time=between=(2026-08-01T06:00Z,2026-10-01T05:59:59Z);(from==0x41d7…,to==0xb96e…)
//
// `;` is «and», `,` is «or», parentheses hold a group or a list. Reading is strict: what is not of this form stays in
// its place as a wrong part that names its fault.

const signs: Partial<Record<Comparison, string>> = { is: '==', not: '!=' };
const signOf = (comparison: Comparison): string => signs[comparison] ?? `=${comparison}=`;
const comparisonBySign = new Map(comparisons.map((comparison) => [signOf(comparison), comparison]));
const separators: Readonly<Record<Join, string>> = { and: ';', or: ',' };

/** Groups in groups that are read at all; what a service takes is far less. */
const deepest = 32;

export function writeFilter(list: ListName, tree: Group): string {
  return writeItems(list, tidy(tree));
}

function writeItems(list: ListName, { join, items }: Group): string {
  return items.map((item) => writeNode(list, item)).join(separators[join]);
}

function writeNode(list: ListName, node: FilterNode): string {
  if (node.kind === 'group') return `(${writeItems(list, node)})`;
  return node.kind === 'wrong' ? node.text : writeCondition(list, node);
}

export function writeCondition(list: ListName, { column, comparison, values }: Condition): string {
  const field = fieldOf(list, column);
  if (!field) throw new TypeError(`${list} have no column ${column}.`);
  const start = field.name + signOf(comparison);
  const written = values.map((value) => writeValue(field, value));
  const count = valueCount(comparison);
  return count === 'list' || count === 2 ? `${start}(${written.join(',')})` : start + (written[0] ?? '');
}

/** Reads a filter. Never throws: what cannot be read is in the tree as a wrong part. */
export function readFilter(list: ListName, text: string): Group {
  const reader = new Reader(list, text);
  return tidy(text === '' ? { kind: 'group', join: 'and', items: [] } : reader.readAll());
}

class Reader {
  readonly #list: ListName;
  readonly #text: string;
  #at = 0;

  constructor(list: ListName, text: string) {
    this.#list = list;
    this.#text = text;
  }

  readAll(): Group {
    const group = this.#items(0);
    // A parenthesis too many ends the reading of a group; what follows is read all the same.
    while (this.#at < this.#text.length) {
      this.#at += 1;
      group.items.push({ kind: 'wrong', text: ')', fault: 'unopened' });
      const rest = this.#text.slice(this.#at).replace(/^[;,]/, '');
      this.#at = this.#text.length - rest.length;
      if (rest !== '') group.items.push(...this.#items(0).items);
    }
    return group;
  }

  #items(depth: number): { kind: 'group'; join: Join; items: FilterNode[] } {
    const items: FilterNode[] = [];
    let join: Join | undefined;
    for (;;) {
      items.push(this.#item(depth));
      const sign = this.#text[this.#at];
      if (sign !== ';' && sign !== ',') break;
      this.#at += 1;
      const signJoin: Join = sign === ';' ? 'and' : 'or';
      join ??= signJoin;
      // «a and b or c» has two meanings.
      if (join !== signJoin) items.push({ kind: 'wrong', text: sign, fault: 'mixed' });
    }
    return { kind: 'group', join: join ?? 'and', items };
  }

  #item(depth: number): FilterNode {
    if (this.#text[this.#at] !== '(') return this.#condition();
    const start = this.#at;
    if (depth >= deepest) {
      this.#at = this.#text.length;
      return wrong(this.#text.slice(start), 'deep');
    }
    this.#at += 1;
    if (this.#text[this.#at] === ')') {
      this.#at += 1;
      return wrong('()', 'empty-group');
    }
    const group = this.#items(depth + 1);
    if (this.#text[this.#at] !== ')') group.items.push({ kind: 'wrong', text: '(', fault: 'unclosed' });
    else this.#at += 1;
    return group;
  }

  /** Up to the next sign that parts conditions; quotes and one list inside belong to it. */
  #condition(): Condition | Wrong {
    const start = this.#at;
    const [read = ''] = /^(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)|[^;,()"])*/s.exec(
      this.#text.slice(start),
    ) ?? [''];
    this.#at = start + read.length;
    const next = this.#text[this.#at];
    if (next === '"' || next === '(') {
      // A quote or a list that does not end: nothing behind it can be distinguished.
      this.#at = this.#text.length;
      return wrong(this.#text.slice(start), 'unclosed');
    }
    return conditionOf(this.#list, read);
  }
}

function conditionOf(list: ListName, text: string): Condition | Wrong {
  const parts = /^([a-z]+)(==|!=|=[a-z]+=)(.*)$/s.exec(text);
  if (!parts) return wrong(text, text === '' ? 'missing' : 'unreadable');
  const [, name = '', sign = '', rest = ''] = parts;
  const field = fields[list].find((known) => known.name === name);
  if (!field) return wrong(text, 'column');
  const comparison = comparisonBySign.get(sign);
  if (!comparison) return wrong(text, 'comparison');
  const read = readValues(field, comparison, rest);
  if (!Array.isArray(read)) return wrong(text, read.fault);
  const condition: Condition = { kind: 'condition', column: field.column, comparison, values: read };
  const fault = faultOf(field, condition);
  return fault ? wrong(text, fault) : condition;
}

function readValues(
  field: FilterField,
  comparison: Comparison,
  text: string,
): (string | number)[] | { fault: Fault } {
  const count = valueCount(comparison);
  if (count === 0) return text === '' ? [] : { fault: 'values' };
  const inner = count === 1 ? text : /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) return { fault: 'values' };
  if (count === 'list' && inner === '') return [];
  const values: (string | number)[] = [];
  for (const part of count === 1 ? [inner] : split(inner)) {
    const read = readValue(field, part);
    if ('fault' in read) return read;
    values.push(read.value);
  }
  return values;
}

/** At commas outside quotes. */
const split = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (quoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === ',' && !quoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
};

const wrong = (text: string, fault: Fault): Wrong => ({ kind: 'wrong', text, fault });
