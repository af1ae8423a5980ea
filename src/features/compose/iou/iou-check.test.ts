import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, checkIou, type IouCheckId } from './iou-check.ts';
import { iouOf, type Parties, type Party } from './iou.ts';
import { writeIou } from './iou-text.ts';

type Fields = ReturnType<typeof iouOf>;

const characters = 'abcdefghijklmnopqrstuvwxyzáéíóúüñABCDEFGHIJKLMNOPQRSTUVWXYZÁÑ'.split('');
const word = fc.string({ unit: fc.constantFrom(...characters), minLength: 2, maxLength: 10 });
const name = fc
  .tuple(
    fc.array(word, { minLength: 2, maxLength: 5 }),
    fc.constantFrom('', ' S.A. de C.V.', ' SAPI de CV', ' & Cía.'),
  )
  .map(([words, form]) => words.join(' ') + form);
const upper = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
const rfcLetter = fc.oneof({ weight: 9, arbitrary: upper }, fc.constantFrom('&', 'Ñ'));
const digit = fc.constantFrom(...'0123456789'.split(''));
const sized = (unit: fc.Arbitrary<string>, minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
  fc.string({ unit, minLength, maxLength });
const rfc = fc
  .tuple(sized(rfcLetter, 3, 4), sized(digit, 6), sized(fc.oneof(upper, digit), 3))
  .map((p) => p.join(''));
const curp = fc
  .tuple(sized(upper, 4), sized(digit, 6), sized(upper, 6), sized(digit, 2))
  .map((p) => p.join(''));
const party: fc.Arbitrary<Party> = fc.record({
  name,
  rfc: fc.option(rfc, { nil: undefined }),
  curp: fc.option(curp, { nil: undefined }),
});
const parties: fc.Arbitrary<Parties> = fc.record({ debtor: party, creditor: party });
const amount = fc
  .integer({ min: 1, max: 99_999_999_999_999 })
  .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
const currency = fc.constantFrom('MXN', 'USD', 'EUR');
const degrees = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: -most + 1, max: most - 1 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.nat({ max: 8 }),
    )
    .map(([whole, fraction, decimals]) =>
      decimals === 0 ? String(whole) : `${whole}.${String(fraction).padStart(8, '0').slice(0, decimals)}`,
    );
const day = fc.constantFrom('', '2026-11-20', '2027-05-19');
const percent = fc.constantFrom('', '12', '3.5');
const fields: fc.Arbitrary<Fields> = fc
  .record({
    amount,
    currency,
    latitude: degrees(90),
    longitude: degrees(180),
    place: fc.oneof(
      fc.constant(''),
      fc.tuple(name, word).map((parts) => parts.join(', ')),
    ),
    signedOn: day,
    dueOn: day,
    interest: percent,
    lateInterest: percent,
  })
  .map((drawn) => ({
    ...iouOf({ iou: undefined, updatedAt: '2026-11-20T18:00:00Z' }),
    ...drawn,
    debtor: 'd',
    creditor: 'c',
  }));
const written = fc.tuple(fields, parties).map(([drawn, whom]) => ({
  iou: { ...drawn, text: writeIou(drawn, whom) ?? '' },
  whom,
}));

const fallen = (iou: Fields, whom: Parties): IouCheckId[] =>
  checkIou(iou, whom)
    .filter(({ result }) => result === 'fails')
    .map(({ id }) => id);

/** Something stands in the text otherwise at one of the places where it stands. */
function changedOnce(text: string, from: string, to: string, which: number): string {
  const at = placesOf(text, from)[which % placesOf(text, from).length]!;
  return text.slice(0, at) + to + text.slice(at + from.length);
}

const placesOf = (text: string, piece: string): number[] =>
  [...text.split(piece).keys()].slice(1).map((count) => text.split(piece).slice(0, count).join(piece).length);

describe('text and fields of an IOU', () => {
  test('what is written from the fields always agrees with them', () => {
    fc.assert(
      fc.property(written, ({ iou, whom }) => {
        expect(checkIou(iou, whom).map(({ id, result }) => `${id} ${result}`)).toEqual([
          'amount holds',
          'words holds',
          'currency holds',
          'debtor holds',
          'creditor holds',
          'location holds',
        ]);
        expect(agreementOf(iou, whom)).toMatchObject({ mismatch: '', settled: true, reason: undefined });
      }),
      { numRuns: 300 },
    );
  });

  test('another amount in the fields is found', () => {
    fc.assert(
      fc.property(written, amount, ({ iou, whom }, other) => {
        fc.pre(other !== iou.amount);
        expect(fallen({ ...iou, amount: other }, whom)).toEqual(expect.arrayContaining(['amount', 'words']));
      }),
    );
  });

  test('another figure in the text is found, wherever it stands', () => {
    fc.assert(
      fc.property(
        written,
        fc.nat(),
        fc.integer({ min: 0, max: 9 }),
        fc.nat(),
        ({ iou, whom }, at, digits, which) => {
          const figure = /\$([\d,.]+\d)/.exec(iou.text)![1]!;
          const place = at % figure.length;
          fc.pre(/\d/.test(figure[place]!) && figure[place] !== String(digits));
          const other = figure.slice(0, place) + String(digits) + figure.slice(place + 1);
          const text = changedOnce(iou.text, `$${figure}`, `$${other}`, which);
          expect(fallen({ ...iou, text }, whom)).toContain('amount');
        },
      ),
    );
  });

  test('other words for the amount are found, wherever they stand', () => {
    fc.assert(
      fc.property(written, written, fc.nat(), ({ iou, whom }, { iou: other }, which) => {
        const words = ({ text }: Fields): string => /\((.* \d\d\/100 [A-Z.]+)\)/.exec(text)![1]!;
        fc.pre(words(iou) !== words(other));
        const text = changedOnce(iou.text, words(iou), words(other), which);
        expect(fallen({ ...iou, text }, whom)).toContain('words');
      }),
    );
  });

  test('a larger number that ends as the amount does is another', () => {
    const iou = {
      ...iouOf({ iou: undefined, updatedAt: '2026-11-20T18:00:00Z' }),
      amount: '480000',
      text: '',
    };
    const says = (text: string) =>
      checkIou({ ...iou, text }, { debtor: undefined, creditor: undefined }).find(({ id }) => id === 'words')
        ?.result;
    expect(says('(CUATROCIENTOS OCHENTA MIL PESOS 00/100 M.N.)')).toBe('holds');
    expect(says('la suma de cuatrocientos ochenta mil pesos mexicanos 00/100')).toBe('holds');
    expect(says('UN MILLÓN CUATROCIENTOS OCHENTA MIL PESOS 00/100 M.N.')).toBe('fails');
    expect(says('CUATROCIENTOS OCHENTA MIL PESOS 50/100 M.N.')).toBe('fails');
  });

  test('what the text says instead is the amount in words, not the sentence around it', () => {
    const said = (text: string) =>
      checkIou(
        { ...iouOf({ iou: undefined, updatedAt: '2026-11-20T18:00:00Z' }), amount: '480000', text },
        { debtor: undefined, creditor: undefined },
      ).find(({ id }) => id === 'words')?.said;
    expect(said('Debo y pagaré incondicionalmente $1.00 (UN PESO 00/100 M.N.)')).toBe('UN PESO 00/100');
    expect(said('la cantidad de cuatrocientos mil pesos 00/100')).toBe('CUATROCIENTOS MIL PESOS 00/100');
    expect(said('un millón de pesos, pagaderos a la vista')).toBe('UN MILLON DE PESOS');
    expect(said('treinta y un pesos 50/100')).toBe('TREINTA Y UN PESOS 50/100');
    // Where no word of it is one of a number, the last few.
    expect(said('lo que sea 00/100')).toBe('LO QUE SEA 00/100');
  });

  test('another currency is found, in the fields and in each place of the text', () => {
    fc.assert(
      fc.property(written, currency, fc.nat(), ({ iou, whom }, other, which) => {
        fc.pre(other !== iou.currency);
        expect(fallen({ ...iou, currency: other }, whom)).toContain('currency');
        const text = changedOnce(iou.text, ` ${iou.currency} (`, ` ${other} (`, which);
        expect(fallen({ ...iou, text }, whom)).toContain('currency');
      }),
    );
  });

  test('another party is found, in the fields and in each place of the text', () => {
    fc.assert(
      fc.property(
        written,
        party,
        fc.constantFrom('debtor' as const, 'creditor' as const),
        fc.nat(),
        ({ iou, whom }, other, role, which) => {
          const own = whom[role]!;
          const plain = ({ name: said }: Party): string =>
            said
              .normalize('NFD')
              .replace(/\p{M}|\./gu, '')
              .toUpperCase();
          fc.pre(plain(own) !== plain(other));
          // In the sentence and at the end, and not inside another name.
          fc.pre(placesOf(iou.text, own.name).length === 2);
          expect(fallen(iou, { ...whom, [role]: other })).toContain(role);
          expect(fallen(iou, { ...whom, [role]: { ...own, name: other.name } })).toContain(role);
          const text = changedOnce(iou.text, own.name, other.name, which);
          expect(fallen({ ...iou, text }, whom)).toContain(role);
        },
      ),
    );
  });

  test('a party of the same name with another code is found', () => {
    fc.assert(
      fc.property(
        written,
        fc.option(rfc, { nil: undefined }),
        fc.option(curp, { nil: undefined }),
        fc.constantFrom('debtor' as const, 'creditor' as const),
        ({ iou, whom }, otherRfc, otherCurp, role) => {
          const own = whom[role]!;
          if (otherRfc !== own.rfc)
            expect(fallen(iou, { ...whom, [role]: { ...own, rfc: otherRfc } })).toContain(role);
          if (otherCurp !== own.curp)
            expect(fallen(iou, { ...whom, [role]: { ...own, curp: otherCurp } })).toContain(role);
        },
      ),
    );
  });

  test('debtor and creditor in each other’s place are found', () => {
    fc.assert(
      fc.property(written, ({ iou, whom: { debtor, creditor } }) => {
        fc.pre(debtor!.name !== creditor!.name);
        expect(fallen(iou, { debtor: creditor, creditor: debtor })).toEqual(
          expect.arrayContaining(['debtor', 'creditor']),
        );
      }),
    );
  });

  test('a longer name that begins with the party’s is another', () => {
    const debtor = { name: 'Ana Pech', rfc: undefined, curp: undefined };
    const says = (text: string) =>
      checkIou(
        { ...iouOf({ iou: undefined, updatedAt: '2026-11-20T18:00:00Z' }), text },
        { debtor, creditor: undefined },
      ).find(({ id }) => id === 'debtor')?.result;
    expect(says('Suscriptor: Ana Pech')).toBe('holds');
    expect(says('Yo, Ana\nPech, debo y pagaré')).toBe('holds');
    expect(says('Suscriptor: Ana Pech Uc')).toBe('fails');
    expect(says('Debo y pagaré a Ana Pech')).toBe('fails');
  });

  test('another place is found, in the fields and in each place of the text', () => {
    fc.assert(
      fc.property(
        written,
        degrees(90),
        degrees(180),
        name,
        fc.nat(),
        ({ iou, whom }, latitude, longitude, place, at) => {
          if (Number(latitude) !== Number(iou.latitude)) {
            expect(fallen({ ...iou, latitude }, whom)).toContain('location');
            const text = iou.text.replace(`${iou.latitude}, `, `${latitude}, `);
            expect(fallen({ ...iou, text }, whom)).toContain('location');
          }
          if (Number(longitude) !== Number(iou.longitude))
            expect(fallen({ ...iou, longitude }, whom)).toContain('location');
          expect(fallen({ ...iou, place }, whom)).toContain('location');
          if (iou.place === '') return;
          expect(fallen({ ...iou, place: '' }, whom)).toContain('location');
          const text = changedOnce(iou.text, `en ${iou.place}`, `en ${place}`, at);
          expect(fallen({ ...iou, text }, whom)).toContain('location');
        },
      ),
    );
  });

  test('a reason is given for one disagreement and not for the next', () => {
    fc.assert(
      fc.property(written, amount, amount, ({ iou, whom }, one, other) => {
        fc.pre(new Set([one, other, iou.amount]).size === 3);
        const wrong = { ...iou, amount: one };
        const { mismatch, settled } = agreementOf(wrong, whom);
        expect(settled).toBe(false);
        const reason = { why: 'The amount is that of the annex.', about: mismatch };
        expect(agreementOf({ ...wrong, reason }, whom)).toMatchObject({ settled: true, reason: reason.why });
        expect(agreementOf({ ...wrong, reason: { ...reason, why: 'because ' } }, whom).settled).toBe(false);
        expect(agreementOf({ ...wrong, amount: other, reason }, whom).settled).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
