import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateOf, type Item } from '../run/item.ts';
import { readShow, rowIn, shownItems } from './shown-rows.ts';

const item: fc.Arbitrary<Item> = fc.record({
  id: fc.nat(),
  name: fc.constantFrom('Constancia 10.tsr', 'Constancia 9.tsr', 'acuse.pdf', 'Pagaré.json'),
  source: fc.constant({ from: 'hash' as const, hash: 'ab'.repeat(32) }),
  step: fc.constantFrom('waiting' as const, 'done' as const, 'stopped' as const),
  outcome: fc.constant({ of: 'nothing' as const, service: 'looked-up' as const }),
  sha256: fc.constantFrom('ab'.repeat(32), 'cd'.repeat(32)),
});
const items = fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 12 });

test('what is shown is of the chosen state, found by name without accents or by hash, and nothing is lost or doubled', () => {
  const search = fc.constantFrom('', 'pagare', 'CONSTANCIA', 'abab', '0xcdcd', 'nada');
  const state = fc.constantFrom('', 'indeterminate', 'running', 'stopped', 'unknown');
  fc.assert(
    fc.property(items, search, state, (all, sought, chosen) => {
      const show = readShow(new URLSearchParams({ show: chosen }), sought);
      const bare = sought.replace('0x', '').toLowerCase();
      const expected = all.filter(
        (one) =>
          (show.state === undefined || stateOf(one) === show.state) &&
          (one.name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().includes(sought.toLowerCase()) ||
            one.sha256?.includes(bare)),
      );
      expect(shownItems(all, show)).toEqual(expected);
    }),
  );
});

test('sorting turns round with its direction, ties stay in the order in which they came, numbers count as numbers', () => {
  fc.assert(
    fc.property(items, fc.constantFrom('verdict', 'item', 'kind'), (all, by) => {
      const sorted = (direction: string) =>
        shownItems(all, readShow(new URLSearchParams({ sort: `${by}.${direction}` }), ''));
      expect([...sorted('asc')].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      const [up, down] = [sorted('asc'), sorted('desc')];
      const groups = (list: readonly Item[]) => [
        ...new Set(list.map((one) => (by === 'item' ? one.name : stateOf(one)))),
      ];
      if (by !== 'kind') expect(groups(down)).toEqual(groups(up).reverse());
    }),
  );
  const named = (name: string, id: number): Item => ({
    id,
    name,
    source: { from: 'hash', hash: '' },
    step: 'done',
  });
  const byName = readShow(new URLSearchParams({ sort: 'item.asc' }), '');
  expect(shownItems([named('f10', 1), named('f9', 2)], byName).map(({ name }) => name)).toEqual([
    'f9',
    'f10',
  ]);
});

test('only whole numbers from one name a row', () => {
  const rows = ['1', '42', '0', '-1', '1.5', 'a', '', '1e3', '00001'].map((row) =>
    rowIn(new URLSearchParams({ row })),
  );
  expect(rows).toEqual([1, 42, undefined, undefined, undefined, undefined, undefined, undefined, undefined]);
});
