import { describe, expect, test } from 'vitest';
import { toBase64, toHex, utf8Of } from '../bytes.ts';
import { ProofError } from '../errors.ts';
import { derInput, derInputs } from './input.ts';
import * as der from './testing/der-writer.ts';

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
    ['base64 as bytes of a file, after a byte order mark', utf8Of(toBase64(short))],
  ])('%s', (_, form) => {
    const expected = _.startsWith('short') || _.includes('order mark') ? short : value;
    expect(toHex(derInput(form, 'test'))).toBe(toHex(expected));
  });

  test('blocks of PEM one after the other', () => {
    expect(derInputs(pem(value) + pem(short, 'X'), 'test').map(toHex)).toEqual([toHex(value), toHex(short)]);
    expect(() => derInput(pem(value) + pem(short), 'test')).toThrow('a single value');
  });
});

describe('what is none of these is unreadable, and bounds hold', () => {
  test.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['odd hex', '300'],
    ['hex with a foreign digit', '30zz'],
    ['base64 without padding', 'MAA'],
    ['PEM without an end', '-----BEGIN X-----\nMAA='],
    ['PEM with another end', '-----BEGIN X-----\nMAA=\n-----END Y-----'],
    ['PEM without a label', '-----BEGIN '],
    ['bytes that are no text', Uint8Array.of(0x31, 0xff)],
    ['an empty file', new Uint8Array()],
  ])('%s', (_, form) => {
    expect(() => derInputs(form, 'test')).toThrow(ProofError);
  });

  test('bytes and blocks', () => {
    const bounds = { bytes: 16, blocks: 2 };
    expect(() => derInput(value, 'test', bounds)).toThrow('16 bytes');
    expect(() => derInput(toHex(value), 'test', bounds)).toThrow('16 bytes');
    expect(() => derInput(toBase64(value), 'test', bounds)).toThrow('16 bytes');
    expect(() => derInputs(pem(short).repeat(3), 'test', bounds)).toThrow('2 PEM blocks');
    expect(() => derInputs('x'.repeat(10_000), 'test', bounds)).toThrow('a smaller file');
  });
});
