import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginBulk } from '#jobs/bulk/bulk.ts';
import type { BulkItem } from '#jobs/bulk/bulk-record.ts';
import type { BulkDocument } from './work-record.ts';
import { dryRun } from '../dry-run/dry-run.ts';
import type { DryRunInput } from '../dry-run/dry-run-input.ts';
import { itemsOf } from './bulk-items.ts';
import type { Looked } from '../dry-run/people.ts';
import { resultRows } from '../run/result-csv.ts';
import { readResult } from '../table/earlier-result.ts';

const document = (name: string): BulkDocument => ({
  id: `f-${name}`,
  filePath: name,
  name,
  size: 10,
  state: 'ready',
  kind: 'pdf',
  md5: 'ab',
  witness: null,
});
const found = (id: string, name = id): Looked => ({
  state: 'found',
  person: { id, name, linked: true, certificate: 'valid' },
});
const people = new Map<string, Looked>([
  ['email:ana@b.mx', found('ana')],
  ['email:luis@b.mx', found('luis')],
  // Two people of one name: their copies must not become one request.
  ['email:ana2@b.mx', found('ana2', 'ana')],
  ['email:eva@b.mx', { state: 'unknown' }],
]);
const given = (more: Partial<DryRunInput>): DryRunInput => ({
  rows: [],
  mapping: { roles: ['document', 'signer'] },
  pairing: 'together',
  documents: [document('a.pdf'), document('b.pdf')],
  people,
  nom151: false,
  quota: 9,
  partial: 'hold',
  out: new Set(),
  now: new Date('2026-11-20T12:00:00Z'),
  ...more,
});
const own = { organizationId: 'o', keepAsDraft: false };
const invited = (items: readonly Pick<BulkItem, 'plan'>[]): string[] =>
  items
    .map(({ plan }) => `${plan.filePath} ${plan.name}: ${plan.signers.map(({ id }) => id).join('+')}`)
    .sort();

/** The result of a run in which these items failed, read as a table again. */
function reimport(start: DryRunInput, fails: (n: number) => boolean) {
  const { items } = beginBulk(
    'o',
    's',
    { title: '', columns: ['Archivo', 'Correo'], items: itemsOf(dryRun(start), own) },
    0,
  );
  const ended = items.map((item): BulkItem => {
    if (item.state === 'refused') return item;
    return fails(item.n)
      ? { ...item, state: 'failed', failure: { step: 'upload', kind: 'too-large', messages: [] } }
      : { ...item, state: 'done', progress: { invited: {}, requestId: `r${item.n}` } };
  });
  const words = { failure: () => '', refusal: () => '' };
  const [header = [], ...lines] = resultRows({ columns: ['Archivo', 'Correo'] }, ended, words);
  const rows =
    readResult(
      header,
      lines.map((cells, at) => ({ n: at + 2, cells })),
    )?.rows ?? [];
  return { ended, rows };
}

describe('what a bulk begins with', () => {
  it('has every row once: to be sent, or with the reasons against it', () => {
    const rows = [
      ['a.pdf', 'ana@b.mx'],
      ['a.pdf', 'eva@b.mx'],
      ['b.pdf', 'luis@b.mx'],
      ['z.pdf', 'ana@b.mx'],
    ];
    const run = dryRun(given({ rows: rows.map((cells, at) => ({ n: at + 2, cells })), out: new Set([4]) }));
    const items = itemsOf(run, own);
    expect(items.map(({ rows, reasons }) => [rows.map(({ n }) => n).join(), reasons])).toEqual([
      ['2', ['request-held']],
      ['3', ['subject-unknown']],
      ['4', ['left-out']],
      ['5', ['document-missing']],
    ]);
  });

  it('leaves what may have been created before in doubt, also where it leaves the row out', () => {
    const prior = {
      state: 'failed',
      request: undefined,
      document: 'a.pdf',
      name: 'Carta',
      isInDoubt: true,
    } as const;
    const rows = [{ n: 2, cells: ['a.pdf', 'ana@b.mx'], prior }];
    const [item] = itemsOf(dryRun(given({ rows, out: new Set([2]) })), own);
    expect(item?.reasons).toEqual(['left-out', 'create-in-doubt']);
  });

  it('gives a row that is refused once for each document that it was for', () => {
    const rows = [
      { n: 2, cells: ['', 'eva@b.mx'] },
      { n: 3, cells: ['', 'ana@b.mx'] },
    ];
    const run = dryRun(given({ rows, mapping: { roles: ['ignore', 'signer'] }, pairing: 'copies' }));
    expect(itemsOf(run, own).map(({ plan, reasons }) => [plan.filePath, plan.name, reasons?.join()])).toEqual(
      [
        ['a.pdf', 'a, ana', undefined],
        ['b.pdf', 'b, ana', undefined],
        ['a.pdf', 'a, eva@b.mx', 'subject-unknown'],
        ['b.pdf', 'b, eva@b.mx', 'subject-unknown'],
      ],
    );
  });

  it('retries from its result exactly what was not done, whichever way it was paired', () => {
    const who = fc.constantFrom('ana@b.mx', 'luis@b.mx', 'ana2@b.mx', 'eva@b.mx');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a.pdf', 'b.pdf'), who), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('rows' as const, 'together' as const, 'copies' as const),
        fc.constantFrom('hold' as const, 'without' as const),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (table, pairing, partial, failing) => {
          const roles =
            pairing === 'rows' ? (['document', 'signer'] as const) : (['ignore', 'signer'] as const);
          const start = given({
            rows: table.map((cells, at) => ({ n: at + 2, cells })),
            mapping: { roles },
            pairing: pairing === 'rows' ? 'together' : pairing,
            partial,
          });
          const { ended, rows } = reimport(start, (n) => failing[n % 12] ?? false);
          const again = dryRun({ ...start, rows });
          const failed = ended.filter(({ state }) => state === 'failed');
          // What was refused is refused again; where its request went without it, it stands alone now.
          expect(invited(itemsOf(again, own).filter(({ reasons }) => !reasons))).toEqual(invited(failed));
        },
      ),
      { numRuns: 200 },
    );
  });
});
