import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BulkItem } from '#jobs/bulk/bulk-record.ts';
import { readBytes } from '#widgets/table-reading/read-bytes.ts';
import { writeCsv } from '#widgets/files/csv.ts';
import { resultRows } from './result-csv.ts';
import { readResult, resultColumns } from '../table/earlier-result.ts';

const words = { failure: () => 'No se pudo.', refusal: (code: string) => `Por ${code}.` };
const item = (
  n: number,
  state: BulkItem['state'],
  rows: BulkItem['rows'],
  more: Partial<BulkItem> = {},
): BulkItem => ({
  operation: 'o',
  n,
  scope: 's',
  state,
  plan: {
    name: `Solicitud ${n}`,
    organizationId: 'x',
    kind: 'pdf',
    filePath: `=x/${n}.pdf`,
    md5: '',
    size: 1,
    nom151: false,
    keepAsDraft: false,
    signers: [],
  },
  fileId: 'f',
  progress: { invited: {}, ...(state === 'done' ? { requestId: `r${n}` } : {}) },
  step: 'upload',
  rows,
  ...more,
});

describe('the result of a bulk', () => {
  it('has the rows as they were given, in their order, with what became of each', () => {
    const failure = { step: 'invite', kind: 'forbidden', messages: [] } as const;
    const rows = resultRows(
      { columns: ['Correo'] },
      [
        item(0, 'failed', [{ n: 4, cells: ['c'] }], { failure }),
        item(1, 'done', [{ n: 2, cells: ['a'] }]),
        item(2, 'refused', [{ n: 3, cells: ['b'] }], { reasons: ['link-none', 'person-twice'] }),
        item(3, 'running', [{ n: 2, cells: ['a'] }]),
      ],
      words,
    );
    expect(rows).toEqual([
      [
        'Correo',
        'testigo_state',
        'testigo_code',
        'testigo_reason',
        'testigo_request_id',
        'testigo_document',
        'testigo_name',
      ],
      ['a', 'done', '', '', 'r1', '=x/1.pdf', 'Solicitud 1'],
      ['a', 'waiting', '', '', '', '=x/3.pdf', 'Solicitud 3'],
      [
        'b',
        'refused',
        'link-none person-twice',
        'Por link-none. Por person-twice.',
        '',
        '=x/2.pdf',
        'Solicitud 2',
      ],
      ['c', 'failed', 'invite:forbidden', 'No se pudo.', '', '=x/0.pdf', 'Solicitud 0'],
    ]);
  });

  it('is read back as what it was: own cells, states, requests and documents, whatever was in them', async () => {
    const cell = fc.string({ unit: fc.constantFrom(...Array.from('=+-@\t\r\n\'",;ñ a1')), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('done', 'failed', 'refused', 'waiting'), cell, cell), {
          minLength: 1,
          maxLength: 8,
        }),
        async (given) => {
          const items = given.map(([state, a, b], n) =>
            item(n, state as BulkItem['state'], [{ n: n + 2, cells: [a, b] }]),
          );
          const text = writeCsv(resultRows({ columns: ['A', '=B'] }, items, words));
          const table = await readBytes(new Uint8Array(new TextEncoder().encode(text)));
          const [header, ...rows] = table.rows;
          const result = readResult(header?.cells ?? [], rows);
          expect(result?.columns).toEqual(['A', '=B']);
          expect(result?.rows.map(({ cells, prior }) => [prior.state, ...cells])).toEqual(given);
          expect(result?.rows.map(({ prior }) => prior.document)).toEqual(given.map((_, n) => `=x/${n}.pdf`));
          expect(result?.rows.map(({ prior }) => prior.request)).toEqual(
            given.map(([state], n) => (state === 'done' ? `r${n}` : undefined)),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it('says in a code of its own, which is read back, where a create may have happened', () => {
    const row = (n: number) => [{ n, cells: ['a'] }];
    const begun = { invited: {}, key: 'k', creating: true } as const;
    const failed = (kind: 'ambiguous' | 'defect' | 'rule') =>
      ({ failure: { step: 'create', kind, messages: [] }, progress: begun }) as const;
    const [header = [], ...lines] = resultRows(
      { columns: ['A'] },
      [
        item(0, 'failed', row(2), failed('ambiguous')),
        item(1, 'failed', row(3), failed('defect')),
        // The bulk was cancelled while its create was under way.
        item(2, 'running', row(4), { progress: begun }),
        item(3, 'waiting', row(5), { progress: begun }),
        item(4, 'refused', row(6), { progress: begun, reasons: ['discarded'] }),
        // Nothing is in doubt of these: refused, acknowledged, not begun.
        item(5, 'failed', row(7), { ...failed('rule'), progress: { ...begun, refused: true } }),
        item(6, 'waiting', row(8), { progress: { ...begun, requestId: 'r6' } }),
        item(7, 'waiting', row(9)),
      ],
      words,
    );
    expect(lines.map(([, , code, reason]) => [code, reason])).toEqual([
      ['create:ambiguous create-in-doubt', 'No se pudo.'],
      ['create:defect create-in-doubt', 'No se pudo.'],
      ['create-in-doubt', 'Por create-in-doubt.'],
      ['create-in-doubt', 'Por create-in-doubt.'],
      ['discarded create-in-doubt', 'Por discarded. Por create-in-doubt.'],
      ['create:rule', 'No se pudo.'],
      ['', ''],
      ['', ''],
    ]);
    const read = readResult(
      header,
      lines.map((cells) => ({ cells })),
    );
    expect(read?.rows.map(({ prior }) => prior.isInDoubt)).toEqual([
      ...Array<boolean>(5).fill(true),
      ...Array<boolean>(3).fill(false),
    ]);
  });

  it('of an earlier build tells of what was in doubt by the codes that it had', () => {
    const line = (state: string, code: string, request = '') => ({
      cells: [state, code, '', request, 'a.pdf', 'A'],
    });
    const lines = [
      line('failed', 'create:ambiguous'),
      line('refused', 'discarded'),
      line('refused', 'discarded', 'r1'),
      line('failed', 'invite:ambiguous', 'r2'),
    ];
    const read = readResult(resultColumns, lines);
    expect(read?.rows.map(({ prior }) => prior.isInDoubt)).toEqual([true, true, false, false]);
  });

  it('is not seen in a table of other columns', () => {
    expect(readResult(['Correo', 'testigo_state'], [])).toBeUndefined();
  });
});
