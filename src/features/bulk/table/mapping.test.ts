import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnOfNames, guessRoles, hasHeader, signatureOf } from './mapping.ts';

const rfc = 'AALR850312QX1';
const curp = 'AALR850312HDFRZD09';
const email = 'ana@peña.mx';
const id = '69a93800eaaf69f67e91a4e2';
const files = new Set(['contratos/a.pdf', 'a.pdf', 'a']);

describe('what columns hold', () => {
  it.each([
    [
      ['Documento', 'RFC'],
      ['a.pdf', rfc],
      ['document', 'signer'],
    ],
    [
      ['file', 'name', 'email'],
      ['a.pdf', 'Lease', 'a@b.mx'],
      ['document', 'name', 'signer'],
    ],
    [
      ['Archivo', 'Nombre de la solicitud', 'Firmante', 'NOM-151'],
      ['a.pdf', 'X', rfc, 'sí'],
      ['document', 'name', 'signer', 'nom151'],
    ],
    // One person reported in four ways is one signer.
    [
      ['Nombre', 'RFC', 'CURP', 'Correo electrónico'],
      ['Ana', rfc, curp, email],
      ['ignore', 'ignore', 'signer', 'ignore'],
    ],
    [
      ['Documento', 'RFC 1', 'Correo 1', 'RFC 2', 'Correo 2'],
      ['a.pdf', rfc, email, rfc, email],
      ['document', 'signer', 'ignore', 'signer', 'ignore'],
    ],
    [
      ['Contrato', 'RFC del arrendador', 'RFC del arrendatario'],
      ['a.pdf', rfc, rfc],
      ['document', 'signer', 'signer'],
    ],
    [
      ['firmante1', 'firmante2'],
      [rfc, email],
      ['signer', 'signer'],
    ],
    [
      ['signer email', 'subject id'],
      ['a@b.mx', id],
      ['ignore', 'signer'],
    ],
    [
      ['Ruta del archivo', 'Título del documento', 'Correo del firmante'],
      ['x/a.pdf', 'T', 'a@b.mx'],
      ['document', 'name', 'signer'],
    ],
    [
      ['Nombre del documento', 'RFC'],
      ['a.pdf', rfc],
      ['document', 'signer'],
    ],
    [
      ['ID del documento', 'RFC'],
      ['77', rfc],
      ['ignore', 'signer'],
    ],
    // Nothing is named: what stands in them tells.
    [
      ['A', 'B', 'C'],
      ['a', email, '12'],
      ['document', 'signer', 'ignore'],
    ],
  ] as const)('%j over %j are %j', (header, row, roles) => {
    expect(guessRoles(header, [row], files)).toEqual(roles);
  });

  it('takes the weaker code where the stronger one is mostly missing', () => {
    const rows = [
      ['', email],
      ['', email],
      [curp, email],
    ];
    expect(guessRoles(['CURP', 'Correo'], rows, files)).toEqual(['ignore', 'signer']);
  });

  it('takes a second column about a person for the rows that the first leaves empty', () => {
    const rows = [
      [curp, ''],
      [curp, email],
      ['', email],
      [curp, ''],
    ];
    expect(guessRoles(['CURP', 'Correo'], rows, files)).toEqual(['signer', 'signer']);
  });

  it('guesses without a header too', () => {
    expect(guessRoles(undefined, [['a.pdf', rfc]], files)).toEqual(['document', 'signer']);
  });

  it('gives a role to every column of any table, and one document at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }).chain((width) => {
          const cells = fc.array(
            fc.oneof(
              fc.string({ maxLength: 12 }),
              fc.constantFrom(rfc, email, 'a.pdf', 'RFC', 'documento', 'firmante 2'),
            ),
            { minLength: width, maxLength: width },
          );
          return fc.tuple(cells, fc.array(cells, { maxLength: 5 }));
        }),
        ([header, rows]) => {
          const roles = guessRoles(header, rows, files);
          expect(roles).toHaveLength(header.length);
          expect(roles.filter((role) => role === 'document').length).toBeLessThanOrEqual(1);
          expect(roles.filter((role) => role === 'name').length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('knows names of columns from a first row', () => {
    expect(
      hasHeader([
        ['Documento', 'RFC'],
        ['a.pdf', rfc],
      ]),
    ).toBe(true);
    expect(
      hasHeader([
        ['Quién', 'Qué'],
        [rfc, 'x'],
      ]),
    ).toBe(true);
    expect(
      hasHeader([
        ['a.pdf', rfc],
        ['b.pdf', rfc],
      ]),
    ).toBe(false);
    expect(hasHeader([[email], [email]])).toBe(false);
  });

  it('remembers under the names of the columns, whatever their case and accents', () => {
    expect(signatureOf(['Correo Electrónico', 'RFC'])).toBe(signatureOf(['correo electronico', 'rfc ']));
    expect(signatureOf(['a b', 'c'])).not.toBe(signatureOf(['a', 'b c']));
  });
});

it('names the column of signers that holds names alone', () => {
  const of = (title: string, ...values: string[]) =>
    columnOfNames(
      ['archivo', title],
      values.map((value) => ({ cells: ['uno.pdf', value] })),
    );
  expect(of('firmante', 'Rodrigo Aranda Lizama', 'Nadie Que Exista')).toBe('firmante');
  expect(of('firmante', 'Rodrigo Aranda Lizama', 'AALR790226MC2')).toBeUndefined();
  expect(of('firmante', '')).toBeUndefined();
  expect(of('importe', 'mil pesos')).toBeUndefined();
});
