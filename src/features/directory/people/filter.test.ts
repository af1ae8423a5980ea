import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addresses } from '#contract/operations/addresses.ts';
import { operations } from '#contract/operations/operations.ts';
import { sizes } from '../records/list-view.ts';
import { directoryList, filterOf, type DirectoryView } from './filter.ts';
import { readValues, forms, type Match } from '../match.ts';

const { active, changed, names, plain, read, unreadIn, without, write } = directoryList;
const own = 'a'.repeat(24);
const bounds = (day: string) => ({ first: `${day}T06:00:00.000Z`, last: `${day}T05:59:59.999Z` });
const requested = (view: Partial<DirectoryView>) =>
  filterOf({ ...plain, ...view }, { bounds, organization: own });

const hex = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: length,
    maxLength: length,
  });
const matchOf = (value: fc.Arbitrary<string>): fc.Arbitrary<Match | undefined> =>
  fc.oneof(
    fc.constant(undefined),
    fc.record({ how: fc.constantFrom('present' as const, 'absent' as const) }),
    fc.record({
      how: fc.constantFrom('any-of' as const, 'none-of' as const),
      values: fc.uniqueArray(value, { minLength: 1, maxLength: 4 }),
    }),
  );
const day = fc.option(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  { nil: undefined },
);
const part = fc.option(fc.constantFrom('ort', 'a@b', 'Ñandú & Cía', '%_'), { nil: undefined });

const views: fc.Arbitrary<DirectoryView> = fc.record({
  q: fc.constantFrom('', 'Ortega', 'ana@x.mx', 'OERM8012', 'b'.repeat(24)),
  name: part,
  email: part,
  rfcPart: part,
  link: fc.constantFrom(undefined, 'linked' as const, 'unlinked' as const),
  organization: matchOf(hex(24)),
  country: matchOf(fc.constantFrom('MX', 'US', 'México')),
  RFC: matchOf(fc.constantFrom('OERM801231AB1', 'Ñ&A010203XY9')),
  serialNumber: matchOf(fc.constantFrom('OERM801231MYNRRR05', 'XXXX010101HDFXXX01')),
  EVMAddress: matchOf(hex(40).map((digits) => `0x${digits}`)),
  id: matchOf(hex(24)),
  scope: fc.constantFrom(undefined, 'Organization' as const, 'Subject' as const),
  createdFrom: day,
  createdTo: day,
  updatedFrom: day,
  updatedTo: day,
  sort: fc.constantFrom('createdAt' as const, 'updatedAt' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  size: fc.constantFrom(...sizes),
  page: fc.integer({ min: 1, max: 400 }),
});

describe('The directory’s address', () => {
  it('holds the whole view: what is written is read again', () => {
    fc.assert(
      fc.property(views, (view) => {
        const whole = read(write(view));
        expect(read(write(whole))).toEqual(whole);
        // Only what was typed and stands in a field besides gives way.
        const given = Object.entries(whole).filter(([, value]) => value !== undefined);
        expect(view).toMatchObject(Object.fromEntries(given));
      }),
    );
  });

  it('names what of it is not understood, and nothing of what the page wrote itself', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(unreadIn(write(read(write(view))))).toEqual([]);
      }),
    );
    const typed =
      'rfc=[x&curp=-&country=*&sort=name&order=desc&page=0&size=50&RFC=XAXX010101000&from=ayer&q=';
    expect(unreadIn(new URLSearchParams(typed))).toEqual(['rfc', 'sort', 'page', 'RFC', 'from']);
  });

  it('opens whatever somebody wrote into it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            ...write({ ...plain, q: 'x', page: 2 }).keys(),
            'id',
            'rfc',
            'from',
            'sort',
            'curp',
          ),
          fc.string(),
        ),
        (texts) => {
          const view = read(new URLSearchParams(texts));
          expect(read(write(view))).toEqual(view);
        },
      ),
    );
  });
});

describe('SB-1 what the directory asks for', () => {
  it('is something that the contract takes, in every view', () => {
    const { query } = operations.listSubjects;
    fc.assert(
      fc.property(views, (view) => {
        const { pagination: _, ...rest } = {
          ...filterOf(view, { bounds, organization: own }),
          pagination: {},
        };
        for (const [name, value] of Object.entries(rest)) {
          expect(Object.keys(query)).toContain(name);
          const { schema } = query[name as keyof typeof query];
          expect({ name, ok: schema.safeParse(value).success }).toEqual({ name, ok: true });
        }
      }),
    );
  });

  it('reaches every argument of the interface', () => {
    const all = requested({
      q: 'Ortega',
      email: 'a@b',
      link: 'linked',
      country: { how: 'present' },
      RFC: { how: 'absent' },
      serialNumber: { how: 'any-of', values: ['X'] },
      EVMAddress: { how: 'none-of', values: [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] },
      id: { how: 'any-of', values: ['b'.repeat(24), 'c'.repeat(24)] },
      scope: 'Organization',
      createdFrom: '2026-01-01',
      updatedTo: '2026-02-01',
    });
    expect(Object.keys(operations.listSubjects.query).sort()).toEqual(
      [...Object.keys(all), 'pagination'].sort(),
    );
    expect(addresses.listSubjects.path).toBe('/subjects');
    expect(all).toMatchObject({
      search: { commonName: 'Ortega', emailAddress: 'a@b' },
      organization: { eq: own },
      country: { exists: true },
      RFC: { exists: false },
      serialNumber: { eq: 'X' },
      EVMAddress: { nin: [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] },
      _id: { in: ['b'.repeat(24), 'c'.repeat(24)] },
      createdAt: { gte: '2026-01-01T06:00:00.000Z' },
      updatedAt: { lte: '2026-02-01T05:59:59.999Z' },
    });
  });

  it('reads what is typed as what it looks like', () => {
    expect(requested({ q: 'B'.repeat(24) })._id).toEqual({ eq: 'b'.repeat(24) });
    expect(requested({ q: `0x${'A'.repeat(40)}` }).EVMAddress).toEqual({ eq: `0x${'a'.repeat(40)}` });
    expect(requested({ q: 'oerm801231mynrrr05' }).serialNumber).toEqual({ eq: 'OERM801231MYNRRR05' });
    expect(requested({ q: 'ana@' }).search).toEqual({ emailAddress: 'ana@' });
    expect(requested({ q: 'oerm8012' }).search).toEqual({ RFC: 'OERM8012' });
    expect(requested({ q: 'María' }).search).toEqual({ commonName: 'María' });
    expect(requested({ link: 'unlinked' }).organization).toEqual({ ne: own });
  });

  it('never asks for one argument twice: what is filled in last counts', () => {
    const typed = changed({ ...plain, name: 'Ana' }, { q: 'Ortega' });
    expect(typed).toMatchObject({ q: 'Ortega', name: undefined });
    expect(changed(typed, { name: 'Ana' })).toMatchObject({ q: '', name: 'Ana' });
    expect(changed(typed, { email: 'x' })).toMatchObject({ q: 'Ortega', email: 'x' });
    expect(changed({ ...typed, page: 7 }, { sort: 'updatedAt' }).page).toBe(1);
  });

  it('takes every filter off by its chip', () => {
    fc.assert(
      fc.property(views, (view) => {
        for (const name of active(view)) expect(active(without(view, name))).not.toContain(name);
        const bare = active(view).reduce(without, view);
        expect(Object.keys(filterOf(bare, { bounds, organization: own }))).toEqual(['sort']);
      }),
    );
    expect(names.length).toBe(new Set(names).size);
  });
});

it('parts pasted values, writes them as they are compared, and names those that can be none', () => {
  expect(readValues(' oerm801231ab1, OERM801231AB1\n¿?', forms.RFC)).toEqual({
    values: ['OERM801231AB1'],
    wrong: ['¿?'],
  });
  expect(readValues('AB'.repeat(20), forms.EVMAddress).values).toEqual([`0x${'ab'.repeat(20)}`]);
});
