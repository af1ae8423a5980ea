/** Name constraints of an authority (RFC 5280 §4.2.1.10) on the names of a leaf. */
import {
  authorityExtensions,
  extension,
  issue,
  issueDer,
  name,
  usage,
} from '#proofs/pki/testing/authority.ts';
import * as der from '#proofs/pki/testing/der-writer.ts';
import type { Bytes } from '#proofs/pki/testing/der-writer.ts';
import { comparePath } from './compare.ts';

const text =
  (tag: number) =>
  (value: string): Bytes =>
    der.implicitPrimitive(tag, Buffer.from(value));
const mail = text(1);
const host = text(2);
const uri = text(6);
const address = (...bytes: readonly number[]): Bytes => der.implicitPrimitive(7, Uint8Array.from(bytes));
const directory = (subject: Bytes): Bytes => der.explicitTag(4, subject);
const registered = der.implicitPrimitive(8, Uint8Array.of(0x2a, 3));
const other = (id: string, value: string): Bytes =>
  der.explicitTag(0, der.oid(id), der.explicitTag(0, der.utf8(value)));
const bank = (tag: number, value: string): Bytes =>
  der.sequence(der.set(der.sequence(der.oid('2.5.4.10'), der.tlv(tag, Buffer.from(value)))));
const sixteen = (byte: number): number[] => new Array<number>(16).fill(byte);

interface Form {
  readonly bases: Readonly<Record<string, Bytes>>;
  readonly names: Readonly<Record<string, Bytes>>;
}

const each = (build: (value: string) => Bytes, values: readonly string[]): Record<string, Bytes> =>
  Object.fromEntries(values.map((value) => [`"${value}"`, build(value)]));

const forms: Readonly<Record<string, Form>> = {
  mail: {
    bases: each(mail, ['good.mx', '.good.mx', 'u@good.mx', '@good.mx', '']),
    names: each(mail, [
      'u@good.mx',
      'U@GOOD.mx',
      'u@sub.good.mx',
      'u@bad.mx',
      'good.mx',
      '@good.mx',
      'u@good.mx.',
      'a@b@good.mx',
      '"a@bad.mx"@good.mx',
    ]),
  },
  host: {
    bases: each(host, ['good.mx', '.good.mx', '']),
    names: each(host, [
      'good.mx',
      'www.good.mx',
      'GOOD.MX',
      'xgood.mx',
      'bad.mx',
      '*.good.mx',
      'good.mx.',
      '.good.mx',
      '',
    ]),
  },
  uri: {
    bases: each(uri, ['good.mx', '.good.mx']),
    names: each(uri, [
      'http://good.mx/',
      'http://www.good.mx:80/x',
      'http://u@good.mx/',
      'http://bad.mx/@good.mx',
      'http://bad.mx#good.mx',
      'http://good.mx:x/',
      'http://1.2.3.4/',
      'urn:x',
      'http://[::1]/',
      'http://good.mx?x',
      'http:///x',
      '//good.mx/',
      'ldap://good.mx',
      'mailto:u@good.mx',
      'HTTP://GOOD.MX',
    ]),
  },
  address: {
    bases: {
      '10/8': address(10, 0, 0, 0, 255, 0, 0, 0),
      'any v4': address(...new Array<number>(8).fill(0)),
      v6: address(...sixteen(1), ...sixteen(255)),
    },
    names: {
      '10.0.0.1': address(10, 0, 0, 1),
      '11.0.0.1': address(11, 0, 0, 1),
      v6: address(...sixteen(1)),
      'five bytes': address(1, 2, 3, 4, 5),
    },
  },
  directory: {
    bases: {
      UTF8String: directory(bank(0x0c, 'Banco')),
      TeletexString: directory(bank(0x14, 'Banco')),
      PrintableString: directory(bank(0x13, 'BANCO')),
      empty: directory(der.sequence()),
    },
    names: { within: directory(name('O=Banco, CN=x')), other: directory(name('O=Otro')) },
  },
  others: {
    bases: { registered, UPN: other('1.3.6.1.4.1.311.20.2.3', 'u@bad.mx') },
    names: {
      registered,
      UPN: other('1.3.6.1.4.1.311.20.2.3', 'u@bad.mx'),
      'SmtpUTF8 good': other('1.3.6.1.5.5.7.8.9', 'u@good.mx'),
      'SmtpUTF8 bad': other('1.3.6.1.5.5.7.8.9', 'u@bad.mx'),
    },
  },
};

const subjects = [
  'O=Banco, CN=L',
  'O=banco, CN=L',
  'O=Bancos, CN=L',
  'CN=L, O=Banco',
  'O=Banco',
  '',
  'O=Banco, email=u@good.mx',
  'CN=L, email=u@bad.mx',
];

const subtrees = (n: number, bases: readonly Bytes[]): Bytes[] =>
  bases.length === 0 ? [] : [der.explicitTag(n, ...bases.map((base) => der.sequence(base)))];

const root = issue({ subject: 'CN=R', extensions: authorityExtensions() });
const authority = issue({ subject: 'CN=A', issuer: root, extensions: authorityExtensions() });

export function compareNames(): void {
  const first = Object.entries(forms).map(
    ([form, { names }]) => [form, Object.values(names).slice(0, 1)] as const,
  );
  for (const [form, { bases, names }] of Object.entries(forms))
    for (const [baseLabel, base] of Object.entries(bases))
      for (const side of ['permitted', 'excluded', 'both'] as const) {
        const fields = {
          permitted: subtrees(0, [base]),
          excluded: subtrees(1, [base]),
          both: [...subtrees(0, [directory(name('CN=L')), base]), ...subtrees(1, [host('bad.mx')])],
        }[side];
        const constraints = extension('2.5.29.30', der.sequence(...fields), true);
        const label = `${side} ${form} ${baseLabel}:`;
        const compareLeaf = (what: string, list: readonly Bytes[] | undefined, subject = 'CN=L'): void => {
          const alternatives = extension('2.5.29.17', der.sequence(...(list ?? [])), subject === '');
          comparePath('names', `${label} ${what}`, {
            leaf: issueDer({
              subject,
              key: authority.key,
              issuer: authority,
              extensions: [usage(0), ...(list ? [alternatives] : [])],
            }),
            others: [
              issueDer({
                subject: 'CN=A',
                issuer: root,
                extensions: [...authorityExtensions(), constraints],
              }),
            ],
            roots: [root.der],
          });
        };
        compareLeaf('no names', undefined);
        compareLeaf('names empty', []);
        for (const [what, one] of Object.entries(names)) compareLeaf(what, [one]);
        for (const [what, list] of first) if (what !== form) compareLeaf(`of form ${what}`, list);
        compareLeaf('good mail, bad host', [mail('u@good.mx'), host('bad.mx')]);
        compareLeaf('good host, bad mail', [host('good.mx'), mail('u@bad.mx')]);
        if (form !== 'mail' && form !== 'directory') continue;
        for (const subject of subjects) {
          compareLeaf(`subject "${subject}"`, undefined, subject);
          compareLeaf(`subject "${subject}" beside a host`, [host('good.mx')], subject);
        }
      }
}
