import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { birthplaces, isCurp, makeCurp } from './curp.ts';
import { homoclave, isRfc, makeCompanyRfc, makePersonRfc } from './rfc.ts';

const surnames = [
  'Ortega',
  'de la Cruz',
  'Núñez',
  'Ñuzco',
  'Uc',
  'Díaz',
  'Ávila',
  'Oh',
  'Pech',
  'Güemes',
  'Treviño',
];
const givens = [
  'María Fernanda',
  'José',
  'José Luis',
  'Ana',
  'Íñigo',
  'Ulises',
  'Ma. Elena',
  'Eva',
  'Ximena',
];
const person = fc.record({
  given: fc.constantFrom(...givens),
  first: fc.constantFrom(...surnames),
  second: fc.constantFrom(...surnames),
  born: fc
    .date({ min: new Date('1930-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10)),
  sex: fc.constantFrom<'H' | 'M'>('H', 'M'),
  birthplace: fc.constantFrom(...birthplaces),
  differentiator: fc.nat(9),
});

describe('CURP', () => {
  test('what is made is valid, eighteen characters long and carries the date of birth', () => {
    fc.assert(
      fc.property(person, (facts) => {
        const curp = makeCurp(facts);
        expect(curp).toHaveLength(18);
        expect(curp.slice(4, 10)).toBe(facts.born.slice(2).replaceAll('-', ''));
        expect(isCurp(curp)).toBe(true);
      }),
    );
  });

  test('another last digit is never valid', () => {
    fc.assert(
      fc.property(person, fc.integer({ min: 1, max: 9 }), (facts, by) => {
        const curp = makeCurp(facts);
        expect(isCurp(`${curp.slice(0, 17)}${(Number(curp[17]) + by) % 10}`)).toBe(false);
      }),
    );
  });

  test.each(['HEGG560427MVZRRL04', 'CACX760510MGTSHC04', 'FUNK671228MCLNLR05'])(
    'published: %s is valid',
    (curp) => {
      expect(isCurp(curp)).toBe(true);
    },
  );

  test('Xóchilt Casas Chávez has the one on her published certificate', () => {
    const facts = { given: 'Xóchilt', first: 'Casas', second: 'Chávez', born: '1976-05-10' };
    expect(makeCurp({ ...facts, sex: 'M', birthplace: 'GT' })).toBe('CACX760510MGTSHC04');
  });

  test('María and José give way to the second name, Ñ becomes X, particles do not count', () => {
    const facts = { given: 'María Elena', first: 'de la Peña', second: 'Ñuzco', born: '2001-02-03' } as const;
    expect(makeCurp({ ...facts, sex: 'M', birthplace: 'DF' }).slice(0, 17)).toBe('PEXE010203MDFXZLA');
  });

  test('an offensive prefix gets an X', () => {
    const facts = { given: 'Andrea', first: 'Peralta', second: 'Nava', born: '1990-02-03' } as const;
    expect(makeCurp({ ...facts, given: 'Elsa', sex: 'M', birthplace: 'DF' }).slice(0, 4)).toBe('PXNE');
  });

  test.each(['', 'CACX760510MGTSHC0', 'CACX760532MGTSHC04', 'CACX760510MZZSHC04', 'cacx760510mgtshc04'])(
    'no CURP: "%s"',
    (text) => {
      expect(isCurp(text)).toBe(false);
    },
  );
});

describe('RFC', () => {
  test('what is made is valid, and another last character is not', () => {
    fc.assert(
      fc.property(person, fc.constantFrom(...Array.from('0123456789A')), (facts, last) => {
        const rfc = makePersonRfc(facts);
        expect(rfc).toHaveLength(13);
        expect(isRfc(rfc)).toBe(true);
        expect(isRfc(rfc.slice(0, 12) + last)).toBe(rfc.endsWith(last));
      }),
    );
  });

  // The worked example of the registry's own instructions, and its published fictitious taxpayers.
  test.each([
    ['Emma', 'Gómez', 'Díaz', '1956-12-31', 'GODE561231GR8'],
    ['Xóchilt', 'Casas', 'Chávez', '1976-05-10', 'CACX7605101P8'],
    ['Karla', 'Fuente', 'Nolasco', '1967-12-28', 'FUNK671228PH6'],
    ['Óscar', 'Kala', 'Haak', '1964-11-01', 'KAHO641101B39'],
    ['Cecilia', 'Miranda', 'Sánchez', '1949-12-14', 'MISC491214B86'],
    ['Luis', 'Ian', 'Ñuzco', '1975-02-10', 'IAÑL750210963'],
    ['Ñeves', 'Ramírez', 'Quezada', '1977-01-21', 'RAQÑ7701212M3'],
  ])('published: %s %s %s has %s … %s', (given, first, second, born, rfc) => {
    expect(makePersonRfc({ given, first, second, born })).toBe(rfc);
    expect(isRfc(rfc)).toBe(true);
  });

  test.each([
    ['Escuela Kemper Urgate SA de CV', '1990-03-17', 'EKU9003173C9'],
    ['Xenon Industrial Articles S de RL de CV', '2019-01-28', 'XIA190128J61'],
  ])('published: the company %s has %s … %s', (name, founded, rfc) => {
    expect(makeCompanyRfc({ name, founded })).toBe(rfc);
  });

  test('the homoclave is two characters of its own alphabet', () => {
    expect(homoclave('GÓMEZ DÍAZ EMMA')).toBe('GR');
  });

  test.each(['', 'GODE561231GR9', 'GODE561331GR8', 'AAA010101AAA', 'GODE561231GR'])(
    'no RFC: "%s"',
    (text) => {
      expect(isRfc(text)).toBe(false);
    },
  );
});
