import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addresses } from '#contract/operations/addresses.ts';
import { operations } from '#contract/operations/operations.ts';
import { readFind } from './filter-find.ts';
import {
  activeFilters,
  filterNames,
  filterOf,
  isSteady,
  plainView,
  readView,
  without,
  writeView,
  type WitnessView,
} from './filter.ts';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const presence = maybe(fc.constantFrom<'with' | 'without'>('with', 'without'));
const provider = maybe(fc.stringMatching(/^[A-Za-z0-9 &ñÁ%+="'-]{1,40}$/));
const algorithm = maybe(fc.constantFrom('SHA256', 'SHA-512'));

const views: fc.Arbitrary<WitnessView> = fc.record({
  find: fc.oneof(
    fc.constant(''),
    hex(64),
    hex(24),
    hex(7),
    fc.array(hex(64)).map((all) => all.join('\n')),
  ),
  algorithm,
  organization: maybe(hex(24)),
  nom151: presence,
  nom151Provider: provider,
  nom151From: maybe(day),
  nom151To: maybe(day),
  merkleized: presence,
  merkleProvider: provider,
  merkleAlgorithm: algorithm,
  merkleFrom: maybe(day),
  merkleTo: maybe(day),
  claimable: maybe(fc.boolean()),
  claimed: maybe(fc.boolean()),
  owner: maybe(fc.oneof(fc.constantFrom('*', '-'), hex(24))),
  createdFrom: maybe(day),
  createdTo: maybe(day),
  updatedFrom: maybe(day),
  updatedTo: maybe(day),
  sort: fc.constantFrom<'createdAt' | 'updatedAt'>('createdAt', 'updatedAt'),
  order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
  group: maybe(fc.constant('request')),
  page: fc.integer({ min: 1, max: 999_999 }),
});

const bounds = (text: string) => ({ first: `${text}T06:00:00.000Z`, last: `${text}T23:59:59.999Z` });

describe('the filters of the witness list', () => {
  it('any view reads back from its address as itself, as text too', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readView(writeView(view))).toEqual(view);
        expect(readView(new URLSearchParams(writeView(view).toString()))).toEqual(view);
      }),
    );
  });

  it('WN-1 whatever is chosen is sent in the words of the contract', () => {
    const { query } = operations.listWitnesses;
    fc.assert(
      fc.property(views, (view) => {
        for (const [name, value] of Object.entries(filterOf(view, bounds))) {
          // The names of the filter are those of the operation: the loop would find another one.
          const argument = query[name as keyof typeof query];
          expect(argument, name).toBeDefined();
          expect(argument.schema.safeParse(value).success, `${name} ${JSON.stringify(value)}`).toBe(true);
        }
      }),
    );
  });

  it('WN-1 every documented filter can be chosen', () => {
    const full = readView(
      new URLSearchParams(
        `find=${'a'.repeat(24)}&algorithm=SHA256&organization=${'b'.repeat(24)}&claimable=yes&claimed=no&owner=*` +
          '&nom151=with&nom151-provider=P&nom151-from=2026-11-01&nom151-to=2026-11-02' +
          '&merkle=with&merkle-provider=P&merkle-algorithm=SHA256&merkle-from=2026-11-01&merkle-to=2026-11-02' +
          '&from=2026-11-01&to=2026-11-02&changed-from=2026-11-01&changed-to=2026-11-02',
      ),
    );
    const hash = filterOf(readView(new URLSearchParams(`find=${'a'.repeat(64)}`)), bounds);
    const sent = new Set([...Object.keys(filterOf(full, bounds)), ...Object.keys(hash)]);
    // Which page and how long it is, is said for each page that is read.
    sent.add('pagination');
    expect([...sent].sort()).toEqual(Object.keys(operations.listWitnesses.query).sort());
    expect(filterOf(full, bounds)).toMatchObject({
      nom151: { exists: true, provider: { eq: 'P' }, createdAt: { gte: '2026-11-01T06:00:00.000Z' } },
      merkleized: {
        exists: true,
        nom151Provider: { eq: 'P' },
        algorithm: { eq: 'SHA256' },
        createdAt: { lte: '2026-11-02T23:59:59.999Z' },
      },
    });
    expect(addresses.listWitnesses.path).toBe('/witnesses');
  });

  it('no address makes it fail, and what it does not know it leaves out', () => {
    fc.assert(
      fc.property(
        fc.webQueryParameters(),
        (text) => void filterOf(readView(new URLSearchParams(text)), bounds),
      ),
    );
    expect(
      readView(new URLSearchParams('nom151=maybe&owner=me&from=2026-02-30&sort=name&page=0&organization=x')),
    ).toEqual(plainView);
  });

  it('WN-1 asks for exactly what is chosen', () => {
    const view = readView(
      new URLSearchParams(
        `find=0x${'AB'.repeat(32)}&nom151=without&claimed=no&owner=*&from=2026-11-01&to=2026-11-18&page=7`,
      ),
    );
    expect(filterOf(view, bounds)).toEqual({
      hash: { eq: 'ab'.repeat(32) },
      nom151: { exists: false },
      claimed: false,
      initialOwner: { exists: true },
      createdAt: { gte: '2026-11-01T06:00:00.000Z', lte: '2026-11-18T23:59:59.999Z' },
      sort: { field: 'createdAt', order: 'desc' },
    });
  });

  it('asks for with and without a strategy as a live deployment takes it, which knows no `exists` of the whole', () => {
    const argumentsOf = (search: string) => {
      const { nom151, merkleized } = filterOf(readView(new URLSearchParams(search)), bounds, {
        takesExists: false,
      });
      return { nom151, merkleized };
    };
    const some = { createdAt: { gte: '1970-01-01T00:00:00Z' } };
    expect(argumentsOf('nom151=with&merkle=with')).toEqual({ nom151: some, merkleized: some });
    expect(argumentsOf('nom151=without&merkle=without')).toEqual({
      nom151: { provider: { exists: false } },
      merkleized: { nom151Provider: { exists: false } },
    });
    // Days and a provider that are chosen take the place of the mere presence.
    expect(argumentsOf('nom151=with&nom151-provider=PSC&nom151-from=2026-11-01').nom151).toEqual({
      provider: { eq: 'PSC' },
      createdAt: { gte: '2026-11-01T06:00:00.000Z' },
    });
  });

  it('each filter can be taken off by itself, and without all of them nothing is narrowed', () => {
    fc.assert(
      fc.property(views, fc.constantFrom(...filterNames), (view, name) => {
        const others = activeFilters(view).filter((other) => other !== name);
        expect(activeFilters(without(view, name))).toEqual(others);
        const none = filterNames.reduce(without, view);
        expect(filterOf(none, bounds)).toEqual({ sort: { field: view.sort, order: view.order } });
      }),
    );
  });

  it('rows stay where they are only where nothing that changes decides', () => {
    expect(isSteady({ ...plainView, find: 'ab12', createdFrom: '2026-11-01' })).toBe(true);
    expect(isSteady({ ...plainView, sort: 'updatedAt' })).toBe(false);
    expect(isSteady({ ...plainView, claimed: false })).toBe(false);
    expect(isSteady({ ...plainView, nom151: 'without' })).toBe(false);
  });
});

describe('what is typed to find witnesses', () => {
  const a = 'a'.repeat(64);
  const b = 'b'.repeat(64);
  it('is hashes, ids or the beginning of a hash, however it is written', () => {
    expect(readFind('  ')).toEqual({ kind: 'nothing' });
    expect(readFind(`0x${a.toUpperCase()}`)).toEqual({ kind: 'hashes', values: [a] });
    expect(readFind(`sha256:${a}\n${b}; ${a}`)).toEqual({ kind: 'hashes', values: [a, b] });
    expect(readFind(a + b)).toEqual({ kind: 'hashes', values: [a, b] });
    expect(readFind('c'.repeat(24))).toEqual({ kind: 'ids', values: ['c'.repeat(24)] });
    expect(readFind('0xC0FFEE')).toEqual({ kind: 'prefix', value: 'c0ffee' });
  });

  it('or nothing that any service could have, with the reason', () => {
    const reason = (typed: string) => {
      const found = readFind(typed);
      return found.kind === 'nonsense' ? found.reason : found.kind;
    };
    expect(reason('contrato')).toBe('not-hex');
    expect(reason('abc')).toBe('short');
    expect(reason(`${a}0`)).toBe('long');
    expect(reason(`${a} ${'c'.repeat(24)}`)).toBe('mixed');
    expect(reason(Array.from({ length: 151 }, (_, n) => n.toString(16).padStart(64, '0')).join())).toBe(
      'many',
    );
  });
});
