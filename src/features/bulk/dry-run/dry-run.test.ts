import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BulkDocument } from '../prepare/work-record.ts';
import { dryRun } from './dry-run.ts';
import type { DryRunInput } from './dry-run-input.ts';
import type { Looked, Person } from './people.ts';
import { bulkLimits } from './plan-requests.ts';
import { severityByCode } from './reasons.ts';

const document = (name: string, more: Partial<BulkDocument> = {}): BulkDocument => ({
  id: `f-${name}`,
  filePath: name,
  name: name.replace(/^.*\//, ''),
  size: 10,
  state: 'ready',
  kind: 'pdf',
  md5: 'ab',
  witness: null,
  ...more,
});
const person = (id: string, more: Partial<Person> = {}): Looked => ({
  state: 'found',
  person: { id, name: id.toUpperCase(), linked: true, certificate: 'valid', ...more },
});
const emails = (names: Readonly<Record<string, Looked>>): ReadonlyMap<string, Looked> =>
  new Map(Object.entries(names).map(([name, looked]) => [`email:${name}@b.mx`, looked]));

const given = (rows: readonly (readonly string[])[], more: Partial<DryRunInput> = {}): DryRunInput => ({
  rows: rows.map((cells, at) => ({ n: at + 2, cells })),
  mapping: { roles: ['document', 'signer', 'name', 'nom151'] },
  pairing: 'together',
  documents: [document('a.pdf'), document('x/b.pdf')],
  people: emails({ ana: person('ana'), luis: person('luis') }),
  nom151: false,
  quota: 100,
  partial: 'hold',
  out: new Set(),
  now: new Date('2026-11-20T12:00:00Z'),
  ...more,
});
const codes = (run: ReturnType<typeof dryRun>) =>
  run.rows.map(({ reasons }) => reasons.map(({ code }) => code));
const planned = (run: ReturnType<typeof dryRun>) =>
  run.requests.map(({ document, name, signers, nom151, rows }) => [
    document.filePath,
    name,
    signers.map(({ id }) => id).join('+'),
    nom151,
    rows.join(','),
  ]);

describe('the dry run', () => {
  it('makes one request of the rows with the same document and name, with all their signers', () => {
    const run = dryRun(
      given([
        ['a.pdf', 'ana@b.mx', '', ''],
        ['b.pdf', 'luis@b.mx', 'Anexo', 'sí'],
        ['A.PDF', 'luis@b.mx', '', ''],
        ['a', 'ana@b.mx', 'Otra', ''],
      ]),
    );
    expect(planned(run)).toEqual([
      ['a.pdf', 'a', 'ana+luis', false, '2,4'],
      ['x/b.pdf', 'Anexo', 'luis', true, '3'],
      ['a.pdf', 'Otra', 'ana', false, '5'],
    ]);
    expect(run).toMatchObject({ counts: { ok: 4 }, invites: 4, nom151: 1, short: 0 });
  });

  it('without a column of documents gives every document to all, in one request or in copies', () => {
    const rows = [
      ['', 'ana@b.mx'],
      ['', 'luis@b.mx'],
    ];
    const mapping = { roles: ['ignore', 'signer'] } as const;
    expect(planned(dryRun(given(rows, { mapping })))).toEqual([
      ['a.pdf', 'a', 'ana+luis', false, '2,3'],
      ['x/b.pdf', 'b', 'ana+luis', false, '2,3'],
    ]);
    expect(planned(dryRun(given(rows, { mapping, pairing: 'copies' })))).toEqual([
      ['a.pdf', 'a, ANA', 'ana', false, '2'],
      ['a.pdf', 'a, LUIS', 'luis', false, '3'],
      ['x/b.pdf', 'b, ANA', 'ana', false, '2'],
      ['x/b.pdf', 'b, LUIS', 'luis', false, '3'],
    ]);
  });

  it.each<[string, readonly string[], Partial<DryRunInput>, readonly string[]]>([
    ['no document', ['', 'ana@b.mx'], {}, ['document-empty']],
    ['a document that was not selected', ['z.pdf', 'ana@b.mx'], {}, ['document-missing']],
    [
      'a name that two documents have',
      ['a.pdf', 'ana@b.mx'],
      { documents: [document('x/a.pdf'), document('y/a.pdf')] },
      ['document-several'],
    ],
    [
      'a document that is refused',
      ['a.pdf', 'ana@b.mx'],
      { documents: [document('a.pdf', { state: 'refused', refusal: 'empty' })] },
      ['document-refused'],
    ],
    [
      'a document that is witnessed already',
      ['a.pdf', 'ana@b.mx'],
      { documents: [document('a.pdf', { witness: 'w' })] },
      ['document-witnessed'],
    ],
    ['a name that is too long', ['a.pdf', 'ana@b.mx', 'x'.repeat(257)], {}, ['name-long']],
    ['nobody', ['a.pdf', ' '], {}, ['signer-none']],
    ['a code of a wrong length', ['a.pdf', 'AALR85'], {}, ['identifier-length']],
    ['a code of a wrong form', ['a.pdf', 'AAL8850312QX1'], {}, ['identifier-form']],
    ['a code without a date', ['a.pdf', 'AALR851312QX1'], {}, ['identifier-date']],
    ['an address that is none', ['a.pdf', 'ana@'], {}, ['identifier-email']],
    ['somebody who is being looked for', ['a.pdf', 'eva@b.mx'], {}, ['subject-looking']],
    [
      'somebody unknown',
      ['a.pdf', 'eva@b.mx'],
      { people: emails({ eva: { state: 'unknown' } }) },
      ['subject-unknown'],
    ],
    [
      'several people of one address',
      ['a.pdf', 'eva@b.mx'],
      { people: emails({ eva: { state: 'several', count: 2 } }) },
      ['subject-several'],
    ],
    [
      'somebody who could not be looked for',
      ['a.pdf', 'eva@b.mx'],
      { people: emails({ eva: { state: 'unchecked' } }) },
      ['subject-unchecked'],
    ],
    [
      'IV-2 somebody without a link',
      ['a.pdf', 'eva@b.mx'],
      { people: emails({ eva: person('eva', { linked: false }) }) },
      ['link-none'],
    ],
    [
      'somebody of whose link and certificate nothing is reported',
      ['a.pdf', 'eva@b.mx'],
      { people: emails({ eva: person('eva', { linked: undefined, certificate: 'unknown' }) }) },
      ['link-unchecked', 'certificate-unchecked'],
    ],
    ...(['revoked', 'expired', 'not-yet', 'expiring'] as const).map(
      (certificate): [string, readonly string[], Partial<DryRunInput>, readonly string[]] => [
        `a certificate that is ${certificate}`,
        ['a.pdf', 'eva@b.mx'],
        { people: emails({ eva: person('eva', { certificate, notAfter: '2026-11-25T12:00:00Z' }) }) },
        [`certificate-${certificate}`],
      ],
    ),
    ['the same person twice in one cell', ['a.pdf', 'ana@b.mx; ana@b.mx'], {}, ['person-twice']],
    [
      'a wish for NOM-151 that nobody understands',
      ['a.pdf', 'ana@b.mx', '', 'quizá'],
      {},
      ['nom151-unreadable'],
    ],
    ['more NOM-151 than is left', ['a.pdf', 'ana@b.mx', '', 'sí'], { quota: 0 }, ['quota']],
    [
      'NOM-151 of which nobody knows what is left',
      ['a.pdf', 'ana@b.mx', '', 'sí'],
      { quota: undefined },
      ['quota-unchecked'],
    ],
  ])('says of %s exactly that', (_what, row, more, expected) => {
    const run = dryRun(given([row], more));
    expect(codes(run)).toEqual([expected]);
    const heavy = expected.map((code) => severityByCode[code as keyof typeof severityByCode]);
    expect(run.requests).toHaveLength(heavy.some((one) => one === 'refused' || one === 'waiting') ? 0 : 1);
  });

  it('knows a person by whom they are, not by what names them', () => {
    const people = new Map<string, Looked>([
      ['email:ana@b.mx', person('ana')],
      ['rfc:AALR850312QX1', person('ana')],
    ]);
    const run = dryRun(
      given(
        [
          ['a.pdf', 'ana@b.mx'],
          ['a.pdf', 'AALR850312QX1'],
        ],
        { people },
      ),
    );
    expect(codes(run)).toEqual([[], ['person-twice']]);
    expect(run.rows[1]?.reasons[0]).toMatchObject({ row: 2, what: 'ANA' });
  });

  it('takes a person who is reported in two columns of one row for one', () => {
    const people = new Map<string, Looked>([
      ['email:ana@b.mx', person('ana')],
      ['rfc:AALR850312QX1', person('ana')],
    ]);
    const mapping = { roles: ['document', 'signer', 'signer'] } as const;
    const run = dryRun(given([['a.pdf', 'ana@b.mx', 'AALR850312QX1']], { people, mapping }));
    expect(codes(run)).toEqual([[]]);
    expect(planned(run).map(([, , who]) => who)).toEqual(['ana']);
  });

  it('says which row it repeats', () => {
    const run = dryRun(
      given([
        ['a.pdf', 'ana@b.mx'],
        ['b.pdf', 'ana@b.mx'],
        ['a.pdf', 'ana@b.mx'],
      ]),
    );
    // It would add nobody, so it holds nothing back.
    expect(codes(run)).toEqual([[], [], ['row-twice']]);
    expect(planned(run)).toHaveLength(2);
    expect(run.rows[2]?.reasons[0]).toMatchObject({ row: 2 });
  });

  it('refuses rows of one request that want different things', () => {
    const run = dryRun(
      given([
        ['a.pdf', 'ana@b.mx', '', 'sí'],
        ['a.pdf', 'luis@b.mx', '', 'no'],
      ]),
    );
    expect(codes(run)).toEqual([['request-held'], ['nom151-contradiction']]);
  });

  it('holds a request whole for one refused row, sends it without where the reader says so, or leaves the row out', () => {
    const rows = [
      ['a.pdf', 'ana@b.mx'],
      ['a.pdf', 'nadie'],
      ['b.pdf', 'luis@b.mx'],
    ];
    const held = dryRun(given(rows));
    expect(codes(held)).toEqual([['request-held'], ['identifier-length'], []]);
    expect(planned(held).map(([path]) => path)).toEqual(['x/b.pdf']);
    const without = dryRun(given(rows, { partial: 'without' }));
    expect(planned(without).map(([, , who]) => who)).toEqual(['ana', 'luis']);
    const out = dryRun(given(rows, { out: new Set([3]) }));
    expect(planned(out).map(([, , who]) => who)).toEqual(['ana', 'luis']);
    expect(out.counts).toMatchObject({ ok: 2, out: 1, refused: 0 });
  });

  it('holds nothing back for a row that makes no request of its own', () => {
    const run = dryRun(
      given([
        ['', 'ana@b.mx'],
        ['', 'luis@b.mx'],
        ['a.pdf', 'ana@b.mx'],
      ]),
    );
    expect(codes(run)).toEqual([['document-empty'], ['document-empty'], []]);
  });

  it('takes what is left of the quota in the order of the requests', () => {
    const run = dryRun(
      given(
        [
          ['a.pdf', 'ana@b.mx', '1'],
          ['a.pdf', 'ana@b.mx', '2'],
          ['a.pdf', 'ana@b.mx', '3'],
        ],
        { nom151: true, quota: 2 },
      ),
    );
    expect(codes(run)).toEqual([[], [], ['quota']]);
    expect(run).toMatchObject({ nom151: 3, short: 1 });
  });

  it('plans nothing that is more than a bulk may have, and says how much it would be', () => {
    const people = new Map(
      Array.from({ length: 60 }, (_, n) => [`email:p${n}@b.mx`, person(`p${n}`)] as const),
    );
    const run = dryRun(
      given(
        Array.from({ length: 60 }, (_, n) => ['', `p${n}@b.mx`]),
        {
          people,
          documents: Array.from({ length: 100 }, (_, n) => document(`${n}.pdf`)),
          mapping: { roles: ['ignore', 'signer'] },
          pairing: 'copies',
        },
      ),
    );
    expect(run.requests).toEqual([]);
    expect(run.beyond).toEqual({ requests: 6000, invites: 6000 });
    expect(6000).toBeGreaterThan(bulkLimits.requests);
  });

  it('leaves out what an earlier run did, warns where it had begun, and invites nobody again', () => {
    const prior = { document: 'a.pdf', name: 'Carta', isInDoubt: false } as const;
    const run = dryRun({
      ...given([], { mapping: { roles: ['signer'] } }),
      rows: [
        { n: 2, cells: ['ana@b.mx'], prior: { ...prior, state: 'refused', request: undefined } },
        { n: 3, cells: ['luis@b.mx'], prior: { ...prior, state: 'failed', request: 'r2' } },
        { n: 4, cells: ['ana@b.mx'], prior: { ...prior, state: 'done', request: 'r1' } },
        { n: 5, cells: ['ana@b.mx'], prior: { ...prior, state: 'failed', request: undefined, name: 'Otra' } },
      ],
    });
    expect(run.rows.map(({ verdict }) => verdict)).toEqual(['refused', 'warning', 'done', 'ok']);
    expect(codes(run)[0]).toEqual(['row-twice']);
    expect(planned(run)).toEqual([
      ['a.pdf', 'Carta', 'luis', false, '3'],
      ['a.pdf', 'Otra', 'ana', false, '5'],
    ]);
  });

  it('warns of a row whose request an earlier run may have created', () => {
    const prior = { state: 'failed', request: undefined, document: 'a.pdf', name: 'Carta' } as const;
    const run = dryRun({
      ...given([], { mapping: { roles: ['signer'] } }),
      rows: [
        { n: 2, cells: ['ana@b.mx'], prior: { ...prior, isInDoubt: true } },
        { n: 3, cells: ['luis@b.mx'], prior: { ...prior, name: 'Otra', isInDoubt: false } },
      ],
    });
    expect(codes(run)).toEqual([['create-in-doubt'], []]);
    expect(run.counts).toMatchObject({ warning: 1, ok: 1 });
    expect(planned(run)).toHaveLength(2);
  });

  it('sends every row that nothing stands against exactly once, and no other, whatever the table', () => {
    const cell = fc.constantFrom('a.pdf', 'b.pdf', 'z.pdf', '');
    const who = fc.constantFrom('ana@b.mx', 'luis@b.mx', 'eva@b.mx', 'nadie', '', 'ana@b.mx|luis@b.mx');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, who, fc.constantFrom('', 'N'), fc.constantFrom('', 'sí')), { maxLength: 12 }),
        fc.constantFrom('hold' as const, 'without' as const),
        fc.uniqueArray(fc.integer({ min: 2, max: 13 }), { maxLength: 3 }),
        (rows, partial, out) => {
          const people = emails({ ana: person('ana'), luis: person('luis'), eva: { state: 'unknown' } });
          const run = dryRun(given(rows, { people, partial, out: new Set(out) }));
          const sent = run.requests.flatMap(({ rows }) => rows);
          expect(new Set(sent).size).toBe(sent.length);
          const fine = run.rows.flatMap(({ n, verdict }) =>
            ['ok', 'warning', 'unchecked'].includes(verdict) ? [n] : [],
          );
          expect([...sent].sort((a, b) => a - b)).toEqual(fine);
          for (const { signers } of run.requests)
            expect(new Set(signers.map(({ id }) => id)).size).toBe(signers.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});
