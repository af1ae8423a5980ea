/** JSON of witnesses as the interface answers them, in all the spellings that JSON allows. */
import * as fc from 'fast-check';

export type Member = readonly [key: string, text: string];

const blanks = fc.constantFrom('', '', '', ' ', '\n', '\t', '\r\n  ');
const digits = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

export const hashText: fc.Arbitrary<string> = fc
  .tuple(digits, fc.constantFrom('', '', '', '0x', '0X'), fc.integer({ min: 0, max: 9 }))
  .map(([hex, prefix, style]) => {
    const text = style === 0 ? hex.toUpperCase() : hex;
    if (style === 1) return `"${prefix}\\u00${text.charCodeAt(0).toString(16)}${text.slice(1)}"`;
    return `"${prefix}${text}"`;
  });

/** Values that a reader of proofs passes over. */
export const otherText: fc.Arbitrary<string> = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('-0', '1E+2', '0.5e-7', '"\\u00e9\\ud83d\\/"', '"Notaría «Ñandú» 公証 🖋"', '[[[]],{}]'),
);

const otherKey = fc.oneof(
  fc.constantFrom(
    'id',
    'algorithm',
    'createdAt',
    'organization',
    'hashes',
    'hash2',
    'merkle',
    '__proto__',
    'año',
  ),
  fc.string({ maxLength: 12 }),
);

function object(members: readonly Member[], gaps: readonly string[]): string {
  const gap = (i: number): string => gaps[i % gaps.length] ?? '';
  const texts = members.map(([key, text], i) => {
    return `${gap(i)}${JSON.stringify(key)}${gap(i + 1)}:${gap(i + 2)}${text}${gap(i + 3)}`;
  });
  return `{${gap(0)}${texts.join(',')}}`;
}

function array(texts: readonly string[], gaps: readonly string[]): string {
  const gap = (i: number): string => gaps[i % gaps.length] ?? '';
  return `[${gap(0)}${texts.map((text, i) => `${gap(i)}${text}${gap(i + 1)}`).join(',')}]`;
}

const gaps = fc.array(blanks, { minLength: 1, maxLength: 5 });

/** An object with these members and others, in any order. */
function objectWith(...known: fc.Arbitrary<Member>[]): fc.Arbitrary<string> {
  const taken = ['hash', 'merkleized', 'merkleProof', 'merkleRoot'];
  const others = fc.uniqueArray(fc.tuple(otherKey, otherText), { maxLength: 3, selector: ([key]) => key });
  return fc.tuple(fc.tuple(...known), others, gaps).chain(([own, other, spaces]) =>
    fc
      .shuffledSubarray([...own, ...other.filter(([key]) => !taken.includes(key))], {
        minLength: own.length + other.filter(([key]) => !taken.includes(key)).length,
      })
      .map((members) => object(members, spaces)),
  );
}

const member = (key: string, text: fc.Arbitrary<string>): fc.Arbitrary<Member> =>
  text.map((value) => [key, value] as const);

const merkleized = objectWith(
  member(
    'merkleProof',
    fc.tuple(fc.array(hashText, { maxLength: 5 }), gaps).map(([items, spaces]) => array(items, spaces)),
  ),
  member('merkleRoot', hashText),
);

export const witnessText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: objectWith(member('hash', hashText), member('merkleized', merkleized)) },
  { weight: 1, arbitrary: objectWith(member('hash', hashText), member('merkleized', fc.constant('null'))) },
  { weight: 1, arbitrary: objectWith(member('hash', hashText)) },
);

export const answerText: fc.Arbitrary<string> = fc
  .tuple(fc.array(witnessText, { maxLength: 6 }), gaps, otherText, fc.boolean())
  .map(([witnesses, spaces, other, enveloped]) => {
    const list = array(witnesses, spaces);
    if (!enveloped) return `${spaces[0] ?? ''}${list}${spaces[0] ?? ''}`;
    return object(
      [
        ['pageInfo', other],
        ['results', list],
        ['count', '3'],
      ],
      spaces,
    );
  });
