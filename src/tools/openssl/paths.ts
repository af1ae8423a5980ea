/** Certification paths (RFC 5280 §6, RFC 4158): one thing varied in a root, an authority or a leaf. */
import {
  algorithmOf,
  authorityExtensions,
  basicConstraints,
  extension,
  issue,
  issueDer,
  purposes,
  testKey,
  usage,
  type CertificateSpec,
} from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import type { Bytes } from '#proofs/pki/testing/der-writer.ts';
import { comparePath, type PathCase } from './compare.ts';

type Variation = Partial<CertificateSpec>;

const root = issue({ subject: 'CN=R', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=A', issuer: root, extensions: authorityExtensions() });
const lower = issue({ subject: 'CN=B', issuer: authority, extensions: authorityExtensions() });
const secondKey = testKey('A, second key');
const selfIssued = issue({
  subject: 'CN=A',
  issuer: authority,
  key: secondKey,
  extensions: authorityExtensions(),
});

const rootWith = (spec: Variation): Bytes =>
  issueDer({ subject: 'CN=R', extensions: authorityExtensions(), ...spec });
const authorityWith = (spec: Variation): Bytes =>
  issueDer({ subject: 'CN=A', issuer: root, extensions: authorityExtensions(), ...spec });
const leafWith = (spec: Variation): Bytes =>
  issueDer({ subject: 'CN=L', issuer: authority, extensions: [usage(0, 1)], ...spec });

const leaf = leafWith({});
const path = (label: string, varied: Partial<PathCase>): void => {
  comparePath('paths', label, { leaf, others: [authority.der], roots: [root.der], ...varied });
};
/** The same variation in each place. */
const everywhere = (label: string, spec: Variation, at = '2026-01-01T00:00:00Z'): void => {
  const others = [authorityWith(spec)];
  path(`${label} in root`, { roots: [rootWith(spec)], at });
  path(`${label} in authority`, { others, at });
  path(`${label} in leaf`, { leaf: leafWith(spec), at });
  path(`${label} above B`, { leaf: leafWith({ issuer: lower }), others: [...others, lower.der], at });
  const below = leafWith({ issuer: selfIssued });
  path(`${label} above a self-issued`, { leaf: below, others: [...others, selfIssued.der], at });
};

export function comparePaths(): void {
  path('plain', {});
  compareExtensions();
  comparePathLengths();
  compareTimes();
  compareAlgorithms();
  compareSearch();
  compareNameStrings();
}

function compareExtensions(): void {
  const ids = [
    '1.2.3.4',
    '2.5.29.9',
    '2.5.29.16',
    '2.5.29.18',
    '2.5.29.46',
    '2.5.29.31',
    '2.5.29.54',
    '2.5.29.36',
  ];
  const methods = ['1.3.6.1.5.5.7.1.1', '1.3.6.1.5.5.7.1.3', '1.3.6.1.5.5.7.48.1.5', '1.3.6.1.5.5.7.1.24'];
  const location = der.sequence(
    der.oid('1.3.6.1.5.5.7.48.1'),
    der.implicitPrimitive(6, Buffer.from('http://x/')),
  );
  const values = {
    null: der.nullValue(),
    empty: der.sequence(),
    zero: der.integer(0),
    location: der.sequence(location),
  };
  for (const id of [...ids, ...methods])
    for (const critical of [true, false])
      for (const [form, value] of Object.entries(values)) {
        const label = `extension ${id} ${critical ? 'critical ' : ''}${form}`;
        const one = extension(id, value, critical);
        path(`${label} in leaf`, { leaf: leafWith({ extensions: [usage(0), one] }) });
        path(`${label} in authority`, {
          others: [authorityWith({ extensions: [...authorityExtensions(), one] })],
        });
      }
  const twice = {
    constraints: basicConstraints(true),
    usage: usage(5, 6),
    purposes: purposes(false, '1.3.6.1.5.5.7.3.4'),
    unknown: extension('1.2.3', der.nullValue()),
  };
  for (const [what, one] of Object.entries(twice))
    everywhere(`${what} twice`, { extensions: [...authorityExtensions(), one, one] });
  const constraints = (...fields: readonly Bytes[]): Bytes =>
    extension('2.5.29.19', der.sequence(...fields), true);
  const yes = der.boolean(true);
  const authorities: Readonly<Record<string, readonly Bytes[]>> = {
    none: [],
    'no constraints': [usage(5, 6)],
    'empty constraints': [constraints(), usage(5)],
    'false in full': [constraints(der.boolean(false)), usage(5)],
    authority: [constraints(yes), usage(5)],
    'not critical': [extension('2.5.29.19', der.sequence(yes)), usage(5)],
    'length 0': [constraints(yes, der.integer(0)), usage(5)],
    'length 1': [constraints(yes, der.integer(1)), usage(5)],
    'length -1': [constraints(yes, der.integer(-1)), usage(5)],
    'length 2^40': [constraints(yes, der.integer(2n ** 40n)), usage(5)],
    'length of no authority': [constraints(der.integer(3)), usage(5)],
    'no usage': [constraints(yes)],
    'usage without signing': [constraints(yes), usage(0, 6)],
    'usage of no bits': [constraints(yes), extension('2.5.29.15', der.bitString(Uint8Array.of(0)), true)],
  };
  for (const [what, extensions] of Object.entries(authorities))
    for (const version of [0, 1, 2]) everywhere(`v${String(version + 1)} ${what}`, { extensions, version });
}

function comparePathLengths(): void {
  for (const top of [undefined, 0, 1, 2])
    for (const below of [undefined, 0, 1])
      for (const extensions of [authorityExtensions(), [usage(0)]]) {
        const roots = [rootWith({ extensions: authorityExtensions(top) })];
        const one = authorityWith({ extensions: authorityExtensions(below) });
        const label = `lengths ${String(top)} ${String(below)} ${extensions.length > 1 ? 'authority' : 'leaf'}`;
        path(label, { leaf: leafWith({ extensions }), others: [one], roots });
        path(`${label} below B`, {
          leaf: leafWith({ issuer: lower, extensions }),
          others: [one, lower.der],
          roots,
        });
        path(`${label} below a self-issued`, {
          leaf: leafWith({ issuer: selfIssued, extensions }),
          others: [one, selfIssued.der],
          roots,
        });
        path(`${label} self-issued`, {
          leaf: leafWith({ subject: 'CN=A', key: secondKey, extensions }),
          others: [one],
          roots,
        });
      }
}

function compareTimes(): void {
  const edges = [
    '1970-01-02T00:00:00Z',
    '2020-01-01T00:00:00Z',
    '2049-12-31T23:59:59Z',
    '2050-01-01T00:00:00Z',
    '2099-12-31T23:59:59Z',
  ];
  const long = { notBefore: '1950-01-01T00:00:00Z', notAfter: '9999-12-31T23:59:59Z' };
  const chain = { others: [authorityWith(long)], roots: [rootWith(long)] };
  for (const notBefore of edges)
    for (const notAfter of edges)
      for (const edge of new Set([notBefore, notAfter]))
        for (const offset of [-1, 0, 1]) {
          const at = new Date(Date.parse(edge) + offset * 1000).toISOString();
          const label = `${at === new Date(notAfter).toISOString() ? 'last second' : 'time'} ${notBefore} ${notAfter} ${at}`;
          path(label, { ...chain, leaf: leafWith({ notBefore, notAfter }), at });
        }
  const notAfter = '2024-12-31T23:59:59Z';
  for (const [label, at] of [
    ['before the last second', '2024-12-31T23:59:58Z'],
    ['last second', notAfter],
    ['after the last second', '2025-01-01T00:00:00Z'],
  ] as const)
    everywhere(label, { notAfter }, at);
  const forms = {
    GeneralizedTime: [0x18, '20200101000000Z'],
    'no seconds': [0x17, '2001010000Z'],
    offset: [0x17, '200101000000+0100'],
    fraction: [0x18, '20200101000000.5Z'],
    'no zone': [0x18, '20200101000000'],
    '30 February': [0x17, '200230000000Z'],
    '24 h': [0x17, '200101240000Z'],
    '60 s': [0x17, '200101000060Z'],
    '29 February': [0x18, '20200229000000Z'],
    'no leap year': [0x18, '20210229000000Z'],
  } as const;
  for (const [form, [tag, text]] of Object.entries(forms))
    everywhere(`time form ${form}`, { notBefore: der.tlv(tag, Buffer.from(text)) });
  for (const bits of [0, 1, 159, 160, 500, 511, 600])
    everywhere(`serial 2^${String(bits)}`, { serial: 2n ** BigInt(bits) });
  for (const serial of [0n, -1n, -128n]) everywhere(`serial ${String(serial)}`, { serial });
}

function compareAlgorithms(): void {
  for (const kind of ['P-256', 'P-384', 'P-521', 'RSA'] as const) {
    const key = testKey('other', kind);
    path(`key ${kind} of root`, { others: [authorityWith({ signingKey: key })], roots: [rootWith({ key })] });
    path(`key ${kind} of authority`, {
      leaf: leafWith({ signingKey: key }),
      others: [authorityWith({ key })],
    });
    path(`key ${kind} of leaf`, { leaf: leafWith({ key }) });
    everywhere(`SHA-1 with ${kind}`, { key, signingKey: key, hash: 'sha1' });
    path(`SHA-1 by ${kind}`, {
      leaf: leafWith({ signingKey: key, hash: 'sha1' }),
      others: [authorityWith({ key })],
    });
  }
  const ecdsa = der.oid('1.2.840.10045.4.3.2');
  everywhere('algorithm with NULL inside', { algorithm: der.sequence(ecdsa, der.nullValue()) });
  everywhere('another algorithm inside', { algorithm: algorithmOf(testKey('other', 'RSA')) });
  everywhere('another signer', { signingKey: testKey('nobody') });
}

/** Which certificates lie at hand, in which order. */
function compareSearch(): void {
  const identifiers = (own: number, above: number): [Variation, Variation] => {
    const id = (byte: number): Bytes => new Uint8Array(20).fill(byte);
    const issuerId = extension('2.5.29.35', der.sequence(der.implicitPrimitive(0, id(above))));
    const subjectId = extension('2.5.29.14', der.octetString(id(own)));
    return [{ extensions: [...authorityExtensions(), subjectId] }, { extensions: [usage(0), issuerId] }];
  };
  for (const [own, above] of [
    [1, 1],
    [1, 2],
  ] as const) {
    const [one, below] = identifiers(own, above);
    path(`key identifiers ${String(own)} ${String(above)}`, {
      others: [authorityWith(one)],
      leaf: leafWith(below),
    });
  }
  const over = '2021-01-01T00:00:00Z';
  const secondRoot = issue({ subject: 'CN=R2', extensions: authorityExtensions() });
  const crossed = [
    authorityWith({ issuer: lower }),
    issueDer({ subject: 'CN=B', issuer: authority, extensions: authorityExtensions() }),
  ];
  const sameName = authorityWith({ key: secondKey });
  const cases: Readonly<Record<string, Partial<PathCase>>> = {
    'no authority': { others: [] },
    'no root': { roots: [secondRoot.der] },
    'same-name key first': { others: [sameName, authority.der] },
    'same-name key last': { others: [authority.der, sameName] },
    'same-name key alone': { others: [sameName] },
    loop: { others: crossed },
    'loop before its exit': { others: [...crossed, authority.der] },
    'loop after its exit': { others: [authority.der, ...crossed] },
    'expired authority before a valid one': { others: [authorityWith({ notAfter: over }), authority.der] },
    'expired authority after a valid one': { others: [authority.der, authorityWith({ notAfter: over })] },
    'expired root before a valid one': { roots: [rootWith({ notAfter: over }), root.der] },
    'cross-certificate by a second root': {
      others: [authorityWith({ notAfter: over }), authorityWith({ issuer: secondRoot })],
      roots: [root.der, secondRoot.der],
    },
  };
  for (const [label, one] of Object.entries(cases)) path(label, one);
}

/** One name in two string types (RFC 5280 §7.1). */
function compareNameStrings(): void {
  const tags = {
    UTF8String: 0x0c,
    PrintableString: 0x13,
    IA5String: 0x16,
    TeletexString: 0x14,
    BMPString: 0x1e,
  };
  const named = (tag: number, text: string): Bytes => {
    const bytes = Buffer.from(text, tag === 0x1e ? 'utf16le' : 'utf8');
    return der.sequence(
      der.set(der.sequence(der.oid('2.5.4.3'), der.tlv(tag, tag === 0x1e ? bytes.swap16() : bytes))),
    );
  };
  for (const [above, subjectTag] of Object.entries(tags))
    for (const [below, issuerTag] of Object.entries(tags))
      for (const [subject, issuer] of [
        ['Abc', 'Abc'],
        ['Abc', 'ABC'],
        ['A  b', ' a b '],
        ['Abc', 'Abd'],
      ] as const)
        path(`name ${above} "${subject}" and ${below} "${issuer}"`, {
          others: [authorityWith({ subjectName: named(subjectTag, subject) })],
          leaf: leafWith({ issuerName: named(issuerTag, issuer) }),
        });
}
