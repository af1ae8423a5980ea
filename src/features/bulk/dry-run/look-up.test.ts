import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubjectFilter } from '#client/families/people/subjects.ts';
import type { Subject } from '#contract/resources/resources.ts';
import { keyOf, type Identifier } from '../table/identifiers.ts';
import { lookUp, mostAtOnce, type Directory } from './look-up.ts';
import type { Looked } from './people.ts';

const now = new Date('2026-11-20T12:00:00Z');
const valid = {
  id: 'c',
  notBefore: '2024-01-01T00:00:00Z',
  notAfter: '2028-01-01T00:00:00Z',
  revoked: false,
};
const subject = (n: number, more: Partial<Subject> = {}): Subject => ({
  id: n.toString(16).padStart(24, '0'),
  commonName: `Persona ${n}`,
  RFC: `AAAA85031${n % 10}${String(n).padStart(3, '0').slice(-3)}`,
  serialNumber: `AAAA850312HDFRZ${String(n).padStart(3, '0').slice(-3)}`,
  emailAddress: `p${n}@b.mx`,
  certificate: valid,
  ...more,
});

/** The links of these people, all that there are. */
const linksOf = (ids: readonly string[]) => ({
  items: ids.map((id) => ({ subject: { id } })),
  count: ids.length,
  complete: true,
  changedWhileReading: false,
});

/** A service that knows these people. */
function directory(people: readonly Subject[], more: Partial<Directory> = {}) {
  const requested: SubjectFilter[] = [];
  const fits = ({ _id, RFC, serialNumber, search }: SubjectFilter, one: Subject): boolean =>
    (!_id || (_id.in ?? []).includes(one.id ?? '')) &&
    (!RFC || (RFC.in ?? []).includes(one.RFC ?? '')) &&
    (!serialNumber || (serialNumber.in ?? []).includes(one.serialNumber ?? '')) &&
    (!search?.RFC || !!one.RFC?.includes(search.RFC)) &&
    (!search?.emailAddress || !!one.emailAddress?.includes(search.emailAddress));
  const whole: Directory = {
    subjects: (filter) => {
      requested.push(filter);
      return Promise.resolve({ items: people.filter((one) => fits(filter, one)), whole: true });
    },
    everybody: (most) => Promise.resolve(people.length > most ? undefined : people),
    links: (ids) => Promise.resolve(linksOf(ids)),
    certificate: undefined,
    ...more,
  };
  return { requested, whole };
}

async function looked(wanted: readonly Identifier[], given: Directory): Promise<ReadonlyMap<string, Looked>> {
  const all = new Map<string, Looked>();
  const tell = (found: ReadonlyMap<string, Looked>): void => found.forEach((one, key) => all.set(key, one));
  await lookUp(wanted, given, tell, new AbortController().signal, () => now);
  return all;
}
const rfc = (value: string): Identifier => ({ kind: 'rfc', value });

describe('looking people up', () => {
  it('finds whoever is there and nobody else, by whatever names them, each requested once', async () => {
    const people = Array.from({ length: 40 }, (_, n) => subject(n));
    const wanted = people.slice(0, 30).flatMap(({ id, RFC, serialNumber, emailAddress }): Identifier[] => [
      { kind: 'id', value: id ?? '' },
      { kind: 'rfc', value: RFC ?? '' },
      { kind: 'curp', value: serialNumber ?? '' },
      { kind: 'email', value: emailAddress ?? '' },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.subarray(wanted), fc.subarray(people), async (some, there) => {
        const { whole } = directory(there);
        const found = await looked(some, whole);
        expect([...found.keys()].sort()).toEqual(some.map(keyOf).sort());
        for (const one of some) {
          const owner = people[Math.floor(wanted.indexOf(one) / 4)];
          const result = found.get(keyOf(one));
          if (owner && there.includes(owner))
            expect(result).toMatchObject({
              state: 'found',
              person: { id: owner.id, linked: true, certificate: 'valid' },
            });
          else expect(result).toEqual({ state: 'unknown' });
        }
      }),
      { numRuns: 60 },
    );
  });

  it('asks for 5,000 ids by the hundred', async () => {
    const people = Array.from({ length: 5000 }, (_, n) => subject(n));
    const { requested, whole } = directory(people);
    const found = await looked(
      people.map(({ id }) => ({ kind: 'id', value: id ?? '' })),
      whole,
    );
    expect(found.size).toBe(5000);
    expect(requested).toHaveLength(5000 / mostAtOnce);
  });

  it('reads the directory once for thousands of e-mails, and asks only for those that it does not list', async () => {
    const people = Array.from({ length: 2000 }, (_, n) => subject(n));
    const wanted = people.map(({ emailAddress }): Identifier => ({
      kind: 'email',
      value: emailAddress ?? '',
    }));
    const unlisted = people.slice(0, 3);
    const { requested, whole } = directory(people, { everybody: () => Promise.resolve(people.slice(3)) });
    const found = await looked([...wanted, { kind: 'email', value: 'nobody@b.mx' }], whole);
    expect(requested).toHaveLength(4);
    for (const { emailAddress } of unlisted)
      expect(found.get(`email:${emailAddress}`)).toMatchObject({ state: 'found', person: { linked: true } });
    expect(found.get('email:nobody@b.mx')).toEqual({ state: 'unknown' });
    expect([...found.values()].filter(({ state }) => state === 'found')).toHaveLength(2000);
  });

  it('asks one by one where the directory cannot be read to its end', async () => {
    const people = Array.from({ length: 60 }, (_, n) => subject(n));
    const { requested, whole } = directory(people, { everybody: () => Promise.reject(new Error('cut')) });
    const wanted = people.map(({ emailAddress }): Identifier => ({
      kind: 'email',
      value: emailAddress ?? '',
    }));
    const found = await looked(wanted, whole);
    expect(requested).toHaveLength(60);
    expect([...found.values()].every(({ state }) => state === 'found')).toBe(true);
  });

  it('finds a company whose certificate carries its representative’s code too', async () => {
    const { whole } = directory([subject(1, { RFC: 'CEI150312QX1 / AALR850312QX1' }), subject(2)]);
    const found = await looked([rfc('CEI150312QX1'), rfc('AALR850312QX1')], whole);
    expect(found.get('rfc:CEI150312QX1')).toMatchObject({ state: 'found' });
    // The representative is somebody else than the company.
    expect(found.get('rfc:AALR850312QX1')).toEqual({ state: 'unknown' });
  });

  it('says that several match instead of taking the first', async () => {
    const same = { emailAddress: 'uno@b.mx' };
    const { whole } = directory([
      subject(1, same),
      subject(2, { emailAddress: 'UNO@b.mx' }),
      subject(3, same),
    ]);
    const found = await looked([{ kind: 'email', value: 'uno@b.mx' }], whole);
    expect(found.get('email:uno@b.mx')).toEqual({ state: 'several', count: 2 });
  });

  it('an address that only contains the requested one is somebody else', async () => {
    const { whole } = directory([subject(1, { emailAddress: 'mariana@b.mx' })]);
    expect(await looked([{ kind: 'email', value: 'ana@b.mx' }], whole)).toEqual(
      new Map([['email:ana@b.mx', { state: 'unknown' }]]),
    );
  });

  it.each<[string, Partial<Directory>]>([
    ['does not answer', { subjects: () => Promise.reject(new Error('cut')) }],
    [
      'takes no notice of the question',
      { subjects: () => Promise.resolve({ items: [subject(7)], whole: true }) },
    ],
    ['answers a part', { subjects: () => Promise.resolve({ items: [], whole: false }) }],
  ])('nobody is unknown to a service that %s', async (_what, more) => {
    const { whole } = directory([], more);
    const wanted: Identifier[] = [
      rfc('BBBB850312QX1'),
      rfc('BBBB850312QX2'),
      { kind: 'email', value: 'x@b.mx' },
    ];
    for (const one of (await looked(wanted, whole)).values()) expect(one).toEqual({ state: 'unchecked' });
  });

  it('tells a link that is missing from one that nobody could tell', async () => {
    const id: Identifier = { kind: 'id', value: subject(1).id ?? '' };
    const linkOf = async (links: Directory['links']) => {
      const found = (await looked([id], directory([subject(1)], { links }).whole)).get(keyOf(id));
      return found?.state === 'found' ? found.person.linked : 'not found';
    };
    expect(await linkOf(() => Promise.resolve(linksOf([])))).toBe(false);
    expect(await linkOf(() => Promise.resolve({ ...linksOf([]), complete: false }))).toBe(undefined);
    expect(await linkOf(() => Promise.reject(new Error('cut')))).toBe(undefined);
    expect(await linkOf(undefined)).toBe(undefined);
  });

  it('reads a certificate of which only the id came, and says when it cannot', async () => {
    const one = subject(1, { certificate: { id: 'c9' } });
    const id: Identifier = { kind: 'id', value: one.id ?? '' };
    const standingWith = async (certificate: Directory['certificate']) => {
      const found = (await looked([id], directory([one], { certificate }).whole)).get(keyOf(id));
      return found?.state === 'found' ? found.person.certificate : 'not found';
    };
    expect(await standingWith(() => Promise.resolve({ ...valid, revoked: true }))).toBe('revoked');
    expect(await standingWith(() => Promise.resolve(null))).toBe('unknown');
    expect(await standingWith(undefined)).toBe('unknown');
  });
});
