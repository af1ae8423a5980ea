import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EndorsableFilter,
  EndorseEventFilter,
  endorsableGrammar,
  endorseEventGrammar,
} from '#contract/filters/filters.ts';
import { fitsWhere } from '#client/queries/fits-where.ts';
import { fits, rows, trees } from '../testing/filters.ts';
import type { Where } from '#contract/filters/filter-grammars.ts';
import { newestFirst, readView, writeView } from '../list/view.ts';
import { readFilter, writeFilter } from './address.ts';
import { fields, listNames, operatorsOf } from './fields.ts';
import {
  addTo,
  conditionsIn,
  everything,
  nodeAt,
  replaceAt,
  tidy,
  wrongIn,
  type Condition,
  type Group,
} from './tree.ts';
import { faultOfTree, fromWhere, toWhere } from './where.ts';

const schema = { events: EndorseEventFilter, tokens: EndorsableFilter } as const;
const grammar = { events: endorseEventGrammar, tokens: endorsableGrammar } as const;

describe.each(listNames)('filters of %s', (list) => {
  test('WI-10 every operator of every column of the grammar is behind some comparison', () => {
    for (const [column, { operators }] of Object.entries(grammar[list].columns)) {
      const field = fields[list].find((known) => known.column === column);
      const offered = new Set(field?.comparisons.flatMap((comparison) => operatorsOf[comparison]));
      expect([...operators].sort(), column).toEqual([...offered].sort());
    }
  });

  test('any tree stands in the address whole: written and read it is the same', () => {
    fc.assert(
      fc.property(trees(list), (tree) => {
        const view = { list, filter: tree, order: newestFirst, after: undefined };
        const query = writeView(view);
        expect(readView(`?${query}`).filter).toEqual(tidy(tree));
        expect(readView(`?${query}`).nonsense).toEqual([]);
        // As a browser keeps it.
        expect(new URL(`https://testigo.example/endorsements?${query}`).search).toBe(`?${query}`);
      }),
      { numRuns: 200 },
    );
  });

  test('WI-10 the filter of the wire is of the grammar and lets through what the tree says', () => {
    fc.assert(
      fc.property(trees(list), fc.array(rows(list), { minLength: 8, maxLength: 8 }), (tree, some) => {
        const where = toWhere(tree);
        expect(schema[list].safeParse(where).success).toBe(true);
        for (const row of some) expect(fitsWhere(grammar[list], where, row)).toBe(fits(list, tree, row));
      }),
      { numRuns: 200 },
    );
  });

  test('a filter of the wire becomes a tree that means the same and loses no condition', () => {
    fc.assert(
      fc.property(trees(list), fc.array(rows(list), { minLength: 8, maxLength: 8 }), (tree, some) => {
        const where = toWhere(tree);
        const again = fromWhere(list, where);
        for (const row of some) expect(fits(list, again, row)).toBe(fitsWhere(grammar[list], where, row));
        const operators = conditionsIn(again).map(({ comparison }) => operatorsOf[comparison].length);
        expect(operators.reduce((sum, count) => sum + count, 0)).toBe(keysIn(where));
        expect(wrongIn(again)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('an address in which anything was changed is the same filter, another one, or says what is wrong', () => {
    const change = fc.record({
      at: fc.nat(),
      with: fc.constantFrom('', '(', ')', ';', ',', '"', '=', 'x', '9'),
    });
    fc.assert(
      fc.property(trees(list, 2), change, (tree, { at, with: put }) => {
        const text = writeFilter(list, tree);
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + 1);
        const read = readFilter(list, changed);
        // Nothing is dropped unseen: what was read is what is written there.
        if (wrongIn(read).length === 0 && changed !== '')
          expect(compact(changed)).toBe(compact(writeFilter(list, read)));
      }),
      { numRuns: 400 },
    );
  });
});

/** Conditions of a filter of the wire. */
const keysIn = ({ AND = [], OR = [], ...keys }: Where): number =>
  [...AND, ...OR].reduce((sum, inner) => sum + keysIn(inner), Object.keys(keys).length);

/** Without what two spellings of one filter may differ in: quotes that are not needed, needless parentheses. */
const compact = (text: string): string => text.replace(/:00Z/g, 'Z').replace(/["()]/g, '');

const day: Condition = { kind: 'condition', column: 'timestamp', comparison: 'ge', values: [1_785_564_000] };
const person = (column: string, digit: string): Condition => ({
  kind: 'condition',
  column,
  comparison: 'is',
  values: [`0x${digit.repeat(40)}`],
});
const either = { kind: 'group', join: 'or', items: [person('fromId', 'a'), person('toId', 'b')] } as const;

test('the address is readable, and its filter is as flat on the wire as it can be', () => {
  const tree = {
    kind: 'group',
    join: 'and',
    items: [{ ...day, comparison: 'between', values: [1_785_564_000, 1_790_834_399] } as const, either],
  } as const;
  expect(writeView({ list: 'events', filter: tree, order: newestFirst, after: undefined })).toBe(
    `where=time=between=(2026-08-01T06:00Z,2026-10-01T05:59:59Z);(from==0x${'a'.repeat(40)},to==0x${'b'.repeat(40)})&view=events`,
  );
  expect(toWhere(tree)).toEqual({
    timestamp_gte: 1_785_564_000,
    timestamp_lte: 1_790_834_399,
    OR: [{ fromId: `0x${'a'.repeat(40)}` }, { toId: `0x${'b'.repeat(40)}` }],
  });
});

const tooLong = `network=in=(${'1,'.repeat(1000)}1)`;

test.each([
  // The address, the part of it that is wrong, why, and how many conditions stay.
  ['from==0xa;nobody==1', 'nobody==1', 'column', 1],
  ['holder==0xa', 'holder==0xa', 'column', 0],
  ['time=contains=2026-01-01T00:00Z', 'time=contains=2026-01-01T00:00Z', 'comparison', 0],
  ['time==yesterday,network==1', 'time==yesterday', 'time', 1],
  ['time==2026-02-30T00:00Z', 'time==2026-02-30T00:00Z', 'time', 0],
  ['time==2039-01-01T00:00Z', 'time==2039-01-01T00:00Z', 'int32', 0],
  ['network==2147483648', 'network==2147483648', 'int32', 0],
  ['network==1.5', 'network==1.5', 'number', 0],
  ['token==-1', 'token==-1', 'uint256', 0],
  [`token==${2n ** 256n}`, `token==${2n ** 256n}`, 'uint256', 0],
  ['network==', 'network==', 'missing', 0],
  ['network=between=(1)', 'network=between=(1)', 'values', 0],
  ['network==1;', '', 'missing', 1],
  ['network==1;network==2,network==3', ',', 'mixed', 3],
  ['(network==1,network==2', '(', 'unclosed', 2],
  ['network==1)', ')', 'unopened', 1],
  ['network==1);network==2', ')', 'unopened', 2],
  ['event=="abc', 'event=="abc', 'unclosed', 0],
  ['();network==1', '()', 'empty-group', 1],
  ['network==1;???', '???', 'unreadable', 1],
] as const)(
  'WI-3 WI-10 of the address %s the part «%s» is wrong (%s), the rest stays',
  (text, part, fault, stay) => {
    const tree = readFilter('events', text);
    expect(wrongIn(tree)).toEqual([{ kind: 'wrong', text: part, fault }]);
    expect(conditionsIn(tree)).toHaveLength(stay);
    expect(faultOfTree('events', tree)).toBe(fault);
  },
);

test('WI-3 a list of more than the wire takes is wrong', () => {
  expect(wrongIn(readFilter('events', tooLong))).toEqual([{ kind: 'wrong', text: tooLong, fault: 'many' }]);
});

test('WI-3 a filter that is too deep, of too many parts or too long for the wire is not sent', () => {
  const nested = (depth: number): Group =>
    depth === 0
      ? either
      : {
          kind: 'group',
          join: depth % 2 === 0 ? 'or' : 'and',
          items: [person('fromId', 'c'), nested(depth - 1)],
        };
  expect(faultOfTree('events', nested(3))).toBeUndefined();
  expect(faultOfTree('events', nested(17))).toBe('deep');
  const many = {
    ...person('fromId', 'a'),
    comparison: 'in',
    values: Array<string>(400).fill(`0x${'a'.repeat(40)}`),
  } as const;
  expect(faultOfTree('events', { kind: 'group', join: 'and', items: [many] })).toBe('long');
  const networks = (count: number): Condition => ({
    kind: 'condition',
    column: 'network',
    comparison: 'in',
    values: Array<number>(count).fill(1),
  });
  const both = (count: number): Group => ({
    kind: 'group',
    join: 'or',
    items: [networks(1000), networks(count)],
  });
  expect(faultOfTree('events', both(900))).toBeUndefined();
  expect(faultOfTree('events', both(1000))).toBe('parts');
});

test('parts are changed in place, and a group goes with its last condition', () => {
  const tree = addTo(addTo(everything, [], day), [], {
    kind: 'group',
    join: 'or',
    items: [person('fromId', 'a')],
  });
  expect(nodeAt(tree, [1, 0])).toEqual(person('fromId', 'a'));
  const added = addTo(tree, [1], person('toId', 'b'));
  expect(writeFilter('events', added)).toBe(
    `time=ge=2026-08-01T06:00Z;(from==0x${'a'.repeat(40)},to==0x${'b'.repeat(40)})`,
  );
  expect(replaceAt(tree, [1, 0], undefined)).toEqual({ kind: 'group', join: 'and', items: [day] });
  expect(replaceAt(replaceAt(tree, [1], undefined), [0], undefined)).toEqual(everything);
});
