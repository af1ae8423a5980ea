import { describe, expect, test } from 'vitest';
import { addConstraints, initialNames, checkNames } from './name-constraints.ts';
import { oid } from '../der/oids.ts';
import { extension, issue, name, usage } from '../testing/authority.ts';
import * as der from '../testing/der-writer.ts';

type Form = 'email' | 'dns' | 'uri' | 'directory' | 'ip' | 'registered' | 'other';

const numbers = { email: 1, dns: 2, uri: 6, ip: 7, registered: 8 } as const;

function general(form: Form, value: string): Uint8Array {
  if (form === 'directory') return der.explicitTag(4, name(value));
  if (form === 'other') return der.explicitTag(0, der.oid('1.2.3'), der.explicitTag(0, der.utf8(value)));
  const content =
    form === 'ip'
      ? Buffer.from(value, 'hex')
      : form === 'registered'
        ? Uint8Array.of(0x2a)
        : Buffer.from(value);
  return der.implicitPrimitive(numbers[form], content);
}

type Subtrees = readonly (readonly [Form, string])[];

/** The verdict over a certificate with these names, under these constraints of one authority above it. */
function validate(
  names: Subtrees,
  {
    permitted = [],
    excluded = [],
    subject = '',
    subjectName,
  }: { permitted?: Subtrees; excluded?: Subtrees; subject?: string; subjectName?: Uint8Array },
): string {
  const list = (n: number, subtrees: Subtrees): Uint8Array[] =>
    subtrees.length === 0
      ? []
      : [der.explicitTag(n, ...subtrees.map((one) => der.sequence(general(...one))))];
  const authority = issue({
    subject: 'CN=CA',
    extensions: [
      extension(oid.nameConstraints, der.sequence(...list(0, permitted), ...list(1, excluded)), true),
    ],
  });
  const alternative = names.map((one) => general(...one));
  const { certificate } = issue({
    subject,
    ...(subjectName && { subjectName }),
    issuerName: name('CN=CA'),
    key: authority.key,
    extensions: alternative.length === 0 ? [] : [extension(oid.subjectAltName, der.sequence(...alternative))],
  });
  const state = initialNames();
  addConstraints(state, authority.certificate.extensions.nameConstraints);
  const verdict = checkNames(state, certificate);
  return verdict.kind === 'outside' ? `outside ${verdict.rule}` : verdict.kind;
}

const permitted = (form: Form, name: string, constraint: string): string =>
  validate([[form, name]], { permitted: [[form, constraint]] });
const excluded = (form: Form, name: string, constraint: string): string =>
  validate([[form, name]], { excluded: [[form, constraint]] });

describe('RFC 5280 §4.2.1.10: names inside and outside', () => {
  const cases: readonly (readonly [Form, string, string, boolean])[] = [
    ['email', 'a@example.com', 'a@example.com', true],
    ['email', 'a@EXAMPLE.com', 'a@example.com', true],
    ['email', 'A@example.com', 'a@example.com', false],
    ['email', 'b@example.com', 'a@example.com', false],
    ['email', 'a@other.test', 'a@example.com', false],
    ['email', 'a@example.com', 'Example.com', true],
    ['email', 'a@mail.example.com', 'example.com', false],
    ['email', 'a@mail.example.com', '.example.com', true],
    ['email', 'a@example.com', '.example.com', false],
    ['email', 'a@notexample.com', 'example.com', false],
    ['dns', 'example.com', 'example.com', true],
    ['dns', 'www.Example.com', 'example.com', true],
    ['dns', 'a.b.example.com', 'example.com', true],
    ['dns', 'notexample.com', 'example.com', false],
    ['dns', 'example.com', '.example.com', false],
    ['dns', 'www.example.com', '.example.com', true],
    ['dns', 'anything', '', true],
    ['uri', 'https://example.com/a', 'example.com', true],
    ['uri', 'https://u:p@example.com:8443/a?b#c', 'EXAMPLE.com', true],
    ['uri', 'https://www.example.com/', 'example.com', false],
    ['uri', 'https://www.example.com/', '.example.com', true],
    ['uri', 'https://example.com/', '.example.com', false],
    ['uri', 'https://example.com@evil.test/', 'example.com', false],
    ['uri', 'https://evil.test/https://example.com/', 'example.com', false],
    ['uri', 'https://x1.2.3.4/', 'x1.2.3.4', true],
    ['uri', 'https://1.2.3.4.example.com/', '.example.com', true],
    ['directory', 'C=MX, O=a, CN=b', 'C=MX, O=A', true],
    ['directory', 'C=MX, O=b', 'C=MX, O=a', false],
    ['ip', '0a000001', '0a000000ff000000', true],
    ['ip', '0b000001', '0a000000ff000000', false],
    ['ip', '20010db8000000000000000000000001', '20010db8'.padEnd(32, '0') + 'ffffffff'.padEnd(32, '0'), true],
    ['ip', '0a000001', '00'.repeat(32), false],
  ];
  test.each(cases)('%s %s in %s: %s', (form, name, constraint, inside) => {
    expect(permitted(form, name, constraint)).toBe(inside ? 'inside' : 'outside permitted');
    expect(excluded(form, name, constraint)).toBe(inside ? 'outside excluded' : 'inside');
  });

  const open: readonly (readonly [Form, string, string])[] = [
    ['email', 'no address', 'example.com'],
    ['email', '@example.com', 'example.com'],
    ['email', 'a@example.com', '@example.com'],
    ['uri', 'https://example.com:1x/', 'example.com'],
    ['uri', 'https://ex%61mple.com/', 'example.com'],
    // Browsers read the host before the backslash.
    ['uri', 'https://evil.test\\@example.com/', 'example.com'],
    ['uri', 'https://evil.test@a@example.com/', 'example.com'],
    ['uri', 'urn:uuid:1', 'example.com'],
    ['uri', '1https://example.com/', 'example.com'],
    ['uri', 'https://10.11.12.13/', 'example.com'],
    ['uri', 'https://192.0.2.1/', 'example.com'],
    ['uri', 'https://[2001:db8::1]/', 'example.com'],
    ['ip', '0a0000', '0a000000ff000000'],
    ['ip', '0a000001', '0a0000'],
    ['registered', '', ''],
    ['other', 'a', 'a'],
  ];
  test.each(open)('%s %s under %s cannot be determined', (form, name, constraint) => {
    expect(permitted(form, name, constraint)).toBe('unsupported');
    expect(excluded(form, name, constraint)).toBe('unsupported');
  });

  test('forms do not mix: a constraint of one form leaves the others alone', () => {
    const values: Readonly<Record<Form, readonly [name: string, constraint: string]>> = {
      email: ['a@x.test', 'x.test'],
      dns: ['x.test', 'x.test'],
      uri: ['https://x.test/', 'x.test'],
      directory: ['O=x', 'O=x'],
      ip: ['0a000001', '0a000000ff000000'],
      registered: ['', ''],
      other: ['a', 'a'],
    };
    const forms = Object.keys(values) as Form[]; // the keys of a Record<Form, …>
    for (const form of forms) {
      for (const other of forms.filter((one) => one !== form)) {
        const pair = [form, values[form][0], values[other][1]] as const;
        const under = (subtrees: 'permitted' | 'excluded'): string =>
          validate([[form, pair[1]]], { [subtrees]: [[other, pair[2]]] });
        expect([pair, other, under('permitted'), under('excluded')]).toEqual([
          pair,
          other,
          'inside',
          'inside',
        ]);
      }
    }
  });

  test('without a constraint every name is inside', () => {
    const state = initialNames();
    addConstraints(state, undefined);
    expect(checkNames(state, issue({ subject: 'CN=x' }).certificate)).toEqual({ kind: 'inside' });
  });

  test('any permitted subtree of the form will do, any excluded one is enough', () => {
    const two: Subtrees = [
      ['dns', 'a.test'],
      ['dns', 'b.test'],
    ];
    expect(validate([['dns', 'x.b.test']], { permitted: two })).toBe('inside');
    expect(validate([['dns', 'x.b.test']], { excluded: two })).toBe('outside excluded');
    expect(
      validate(
        [
          ['dns', 'a.test'],
          ['dns', 'c.test'],
        ],
        { permitted: two },
      ),
    ).toBe('outside permitted');
    expect(validate([['dns', 'a.test']], { permitted: two, excluded: two })).toBe('outside excluded');
  });

  test('constraints of several authorities all hold', () => {
    const state = initialNames();
    const from = (constraint: string): void => {
      const { certificate } = issue({
        subject: 'CN=CA',
        extensions: [
          extension(
            oid.nameConstraints,
            der.sequence(der.explicitTag(0, der.sequence(general('dns', constraint)))),
          ),
        ],
      });
      addConstraints(state, certificate.extensions.nameConstraints);
    };
    const named = (value: string) =>
      issue({
        subject: '',
        issuerName: name('CN=CA'),
        extensions: [extension(oid.subjectAltName, der.sequence(general('dns', value)))],
      }).certificate;
    from('test');
    from('a.test');
    expect(checkNames(state, named('x.a.test')).kind).toBe('inside');
    expect(checkNames(state, named('x.b.test')).kind).toBe('outside');
  });

  test('the e-mail address of the subject counts where there is no alternative name', () => {
    const subject = 'CN=a, email=a@evil.test';
    const mail = { permitted: [['email', 'example.com']] as const, subject };
    expect(validate([], mail)).toBe('outside permitted');
    // Beside an alternative name the standard does not bind it, and identity is checked by it all the same.
    for (const one of [
      ['dns', 'x.test'],
      ['email', 'a@example.com'],
    ] as const) {
      expect(validate([one], mail)).toBe('unsupported');
      expect(validate([one], { ...mail, subject: 'CN=a, email=b@example.com' })).toBe('inside');
    }
    expect(validate([['dns', 'x.test']], { excluded: [['email', 'evil.test']], subject })).toBe(
      'unsupported',
    );
    const { certificate } = issue({ subject, extensions: [usage(0)] });
    const state = {
      permitted: [],
      excluded: [{ base: { form: 'email', value: 'evil.test' } as const, bounded: false }],
    };
    expect(checkNames(state, certificate)).toEqual({ kind: 'outside', form: 'email', rule: 'excluded' });
    // Issuers do write an empty list of names, and it must not take the address out of the constraints.
    const empty = issue({ subject, extensions: [extension(oid.subjectAltName, der.sequence())] });
    expect(checkNames(state, empty.certificate).kind).toBe('outside');
  });

  test('the form that is outside, or not checked, is reported', () => {
    const state = initialNames();
    const bytes = Uint8Array.of(0x2a);
    state.excluded.push({ base: { form: 'other', choice: 8, bytes }, bounded: false });
    const { certificate } = issue({
      subject: 'CN=x',
      extensions: [extension(oid.subjectAltName, der.sequence(general('registered', '')))],
    });
    expect(checkNames(state, certificate)).toEqual({ kind: 'unsupported', form: 'form 8' });
  });

  test('minimum and maximum are not checked', () => {
    const bounded = (...fields: readonly Uint8Array[]): string => {
      const { certificate } = issue({
        subject: 'CN=CA',
        extensions: [
          extension(
            oid.nameConstraints,
            der.sequence(der.explicitTag(0, der.sequence(general('directory', 'O=x'), ...fields))),
          ),
        ],
      });
      const state = initialNames();
      addConstraints(state, certificate.extensions.nameConstraints);
      return checkNames(state, issue(spec).certificate).kind;
    };
    let spec: Parameters<typeof issue>[0] = { subject: 'O=x, CN=y' };
    expect(bounded()).toBe('inside');
    expect(bounded(der.implicitPrimitive(0, Uint8Array.of(0)))).toBe('inside');
    expect(bounded(der.implicitPrimitive(0, Uint8Array.of(1)))).toBe('unsupported');
    expect(bounded(der.implicitPrimitive(1, Uint8Array.of(1)))).toBe('unsupported');
    const dns = extension(oid.subjectAltName, der.sequence(general('dns', 'x.test')));
    spec = { subject: '', issuerName: name('O=x'), extensions: [dns] };
    expect(bounded(der.implicitPrimitive(1, Uint8Array.of(1)))).toBe('inside');
  });
});

test('an excluded name in another type of string is not shown to be another name', () => {
  const excluded = { excluded: [['directory', 'O=Banco']] } as const;
  const written = (tag: number, text: string): string => {
    const organization = der.sequence(der.oid('2.5.4.10'), der.tlv(tag, Buffer.from(text, 'latin1')));
    return validate([], { ...excluded, subjectName: der.sequence(der.set(organization)) });
  };
  const [utf8, printable, teletex, ia5] = [0x0c, 0x13, 0x14, 0x16] as const;
  for (const tag of [utf8, printable]) expect(written(tag, 'BANCO')).toBe('outside excluded');
  for (const tag of [teletex, ia5]) expect(written(tag, 'BANCO')).toBe('unsupported');
  for (const tag of [utf8, printable, teletex, ia5]) expect(written(tag, 'Otro')).toBe('inside');
});

test('a permitted name in another type of string is not shown to be another name', () => {
  const written = (tag: number, text: string): string => {
    const organization = der.sequence(der.oid('2.5.4.10'), der.tlv(tag, Buffer.from(text, 'latin1')));
    const subjectName = der.sequence(der.set(organization));
    return validate([], { permitted: [['directory', 'O=Banco']], subjectName });
  };
  const [utf8, teletex, ia5] = [0x0c, 0x14, 0x16] as const;
  expect(written(utf8, 'BANCO')).toBe('inside');
  for (const tag of [teletex, ia5]) expect(written(tag, 'BANCO')).toBe('unsupported');
  for (const tag of [utf8, teletex, ia5]) expect(written(tag, 'Otro')).toBe('outside permitted');
});

test('constraints on e-mail addresses hold for those in other alphabets too (RFC 9598)', () => {
  const mailbox = (id: string) =>
    der.explicitTag(0, der.oid(id), der.explicitTag(0, der.utf8('josé@evil.test')));
  const found = (id: string, form: Form) => {
    const { certificate } = issue({
      subject: 'CN=a',
      extensions: [extension(oid.subjectAltName, der.sequence(mailbox(id)))],
    });
    const base = { form, value: 'example.com' } as { form: 'email' | 'dns'; value: string };
    const state = { permitted: [[{ base, bounded: false }]], excluded: [] };
    return checkNames(state, certificate).kind;
  };
  expect(found('1.3.6.1.5.5.7.8.9', 'email')).toBe('unsupported');
  expect(found('1.3.6.1.5.5.7.8.9', 'dns')).toBe('inside');
  expect(found('1.3.6.1.5.5.7.8.5', 'email')).toBe('inside');
});
