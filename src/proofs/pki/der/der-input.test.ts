import { describe, expect, test } from 'vitest';
import { toBase64, toHex, utf8Of } from '../../encoding/bytes.ts';
import { ProofError } from '../../errors.ts';
import { derInput, derInputs } from './der-input.ts';
import * as der from '../testing/der-writer.ts';

const value = der.sequence(der.integer(7), der.octetString(new Uint8Array(200)));
const short = der.sequence(der.integer(7));
const pem = (bytes: Uint8Array, label = 'CERTIFICATE'): string =>
  `-----BEGIN ${label}-----\r\n${(toBase64(bytes).match(/.{1,64}/g) ?? []).join('\r\n')}\r\n-----END ${label}-----\r\n`;

describe('one value in any of its forms', () => {
  test.each([
    ['DER', value],
    ['short DER', short],
    ['base64', toBase64(value)],
    ['base64 in lines', toBase64(value).replace(/(.{20})/g, '$1\n')],
    ['hex', toHex(value)],
    ['upper-case hex with a prefix', `0x${toHex(value).toUpperCase()}`],
    ['hex with colons and blanks', toHex(value).replace(/(..)/g, '$1: ')],
    ['PEM', pem(value)],
    ['PEM with words around it', `subject=x\n${pem(value)}the end`],
    ['PEM as bytes of a file', utf8Of(pem(value))],
    [
      'PEM as bytes of a file, with a name in Spanish before it',
      utf8Of(`Autoridad de Certificación\n${pem(value)}`),
    ],
    ['PEM as bytes of a file in Latin-1', Buffer.from(`Raíz\n${pem(value)}`, 'latin1')],
    ['PEM as bytes of a file, after the mark of UTF-8', utf8Of(`\uFEFF${pem(value)}`)],
    ['hex with a prefix as bytes of a file', utf8Of(`0x${toHex(value)}`)],
    ['hex after an order mark', `\uFEFF${toHex(short)}\n`],
    ['base64 as bytes of a file, after a byte order mark', utf8Of(toBase64(short))],
  ])('%s', (_, form) => {
    const expected = _.startsWith('short') || _.includes('order mark') ? short : value;
    expect(toHex(derInput(form, 'test'))).toBe(toHex(expected));
  });

  test('base64 that holds the digits of a SEQUENCE in hex', () => {
    const bytes = Array.from({ length: 4096 }, (_, n) => der.sequence(der.integer(n + 300))).find((one) =>
      toBase64(one).includes('30'),
    )!;
    expect(toHex(derInput(toBase64(bytes), 'test'))).toBe(toHex(bytes));
  });

  test('blocks of PEM one after the other', () => {
    expect(derInputs(pem(value) + pem(short, 'X'), 'test').map(toHex)).toEqual([toHex(value), toHex(short)]);
    expect(() => derInput(pem(value) + pem(short), 'test')).toThrow('a single value');
    expect(derInputs(pem(short) + pem(short) + pem(short), 'test')).toHaveLength(3);
    expect(toHex(derInput(pem(short, 'X'.repeat(64)), 'test'))).toBe(toHex(short));
  });
});

describe('what is none of these is unreadable, and bounds hold', () => {
  test.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['odd hex', '300'],
    ['PEM with an accent inside', utf8Of(pem(value).replace('MI', 'Mé'))],
    ['base64 with an accent', utf8Of('MAñA')],
    ['hex with a foreign digit', '30zz'],
    ['base64 without padding', 'MAA'],
    ['PEM without an end', '-----BEGIN X-----\nMAA='],
    ['PEM with another end', '-----BEGIN X-----\nMAA=\n-----END Y-----'],
    ['PEM without a label', '-----BEGIN '],
    ['bytes that are no text', Uint8Array.of(0x31, 0xff)],
    ['an empty file', new Uint8Array()],
    ['the beginning of a SEQUENCE alone', Uint8Array.of(0x30)],
    ['a SEQUENCE with more after it', Uint8Array.of(...short, 0)],
    ['a SEQUENCE that is cut', short.subarray(0, 3)],
    ['PEM with a label of 65 characters', pem(short, 'X'.repeat(65))],
  ])('%s', (_, form) => {
    expect(() => derInputs(form, 'test')).toThrow(ProofError);
  });

  test('says which part of PEM is missing', () => {
    expect(() => derInputs('-----BEGIN X', 'test')).toThrow('a PEM block with its label');
    expect(() => derInputs(pem(short, 'X'.repeat(65)), 'test')).toThrow('a PEM block with its label');
    expect(() => derInputs('-----BEGIN X-----\nMAA=', 'test')).toThrow('a PEM block that ends with "END X"');
  });

  test('bytes and blocks', () => {
    const bounds = { bytes: 16, blocks: 2 };
    const exact = der.sequence(der.octetString(new Uint8Array(12)));
    expect(derInput(exact, 'test', bounds)).toHaveLength(16);
    expect(() => derInputs('x'.repeat(2 * (4 * 16 + 4096)), 'test', bounds)).toThrow(
      'DER, PEM, base64 or hex',
    );
    expect(() => derInputs('x'.repeat(2 * (4 * 16 + 4096) + 1), 'test', bounds)).toThrow('a smaller file');
    expect(() => derInput(value, 'test', bounds)).toThrow('16 bytes');
    expect(() => derInput(toHex(value), 'test', bounds)).toThrow('16 bytes');
    expect(() => derInput(toBase64(value), 'test', bounds)).toThrow('16 bytes');
    expect(() => derInputs(pem(short).repeat(3), 'test', bounds)).toThrow('2 PEM blocks');
    expect(() => derInputs('x'.repeat(10_000), 'test', bounds)).toThrow('a smaller file');
  });
});
