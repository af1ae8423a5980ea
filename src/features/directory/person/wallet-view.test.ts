import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endorsableGrammar, endorseEventGrammar } from '#contract/filters/filter-grammars.ts';
import {
  nestedArgumentsOf,
  collectionOf,
  lists,
  ordersOf,
  readWalletView,
  walletSizes,
  writeWalletView,
} from './wallet-view.ts';

const bounds = (day: string) => ({ first: `${day}T06:00:00.000Z`, last: `${day}T23:59:59.999Z` });

it('WI-11 whatever stands in the address, what is requested is of the list’s own columns and one cursor', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...lists, 'asc', 'toId', 'fromId', '421614', '2026-01-02', `0x${'a'.repeat(40)}`, '25'),
  );
  const names = ['list', 'by', 'dir', 'network', 'from', 'to', 'with', 'size', 'after', 'before'];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), text), (given) => {
      const view = readWalletView(new URLSearchParams(given));
      expect(readWalletView(writeWalletView(view, new URLSearchParams()))).toEqual(view);
      const { where, orderBy, limit, after, before } = nestedArgumentsOf(view, bounds);
      const { columns } = collectionOf[view.list] === 'endorsables' ? endorsableGrammar : endorseEventGrammar;
      expect(Object.keys(columns)).toContain(orderBy);
      expect(ordersOf[view.list]).toContain(orderBy);
      for (const name of Object.keys(where ?? {})) expect(Object.keys(columns)).toContain(name.split('_')[0]);
      expect(walletSizes).toContain(String(limit));
      expect(after === undefined || before === undefined).toBe(true);
    }),
  );
});

it('leaves alone what else stands in the address', () => {
  const view = readWalletView(new URLSearchParams('list=sent&x=1'));
  expect(writeWalletView({ ...view, list: 'tokens' }, new URLSearchParams('list=sent&x=1')).toString()).toBe(
    'x=1',
  );
});
