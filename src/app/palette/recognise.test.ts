import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentions, recognise } from './recognise.ts';

const origin = 'https://testigo.example';
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...Array.from('0123456789abcdef')), { minLength: length, maxLength: length })
    .map((d) => d.join(''));

describe('What a pasted text is', () => {
  it.each([
    ['id', 24, ''],
    ['hash', 64, ''],
    ['md5', 32, ''],
    ['address', 40, '0x'],
    ['transaction', 64, '0x'],
  ] as const)('knows a %s whatever its case and what stands around it', (kind, length, prefix) => {
    fc.assert(
      fc.property(
        hex(length),
        fc.constantFrom('', ' ', '"', '\n', '('),
        fc.boolean(),
        (digits, around, large) => {
          const text = around + prefix + (large ? digits.toUpperCase() : digits) + around.replace('(', ')');
          expect(recognise(text, origin)).toEqual({ kind, value: prefix + digits });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads a hash that was copied in groups', () => {
    const groups = Array.from({ length: 8 }, () => '0123abcd');
    expect(recognise(groups.join(' '), origin)).toEqual({ kind: 'hash', value: groups.join('') });
  });

  it('EE-1 knows an endorsement by its block and its place in the log', () => {
    for (const id of [`0x${'c'.repeat(64)}-0x1f`, `${'C'.repeat(64)}-0`])
      expect(recognise(` ${id}, `, origin)).toEqual({ kind: 'event', value: id.toLowerCase() });
    expect(recognise(`0x${'c'.repeat(64)}-`, origin).kind).not.toBe('event');
  });

  it('takes one digit too many or too few for text, never for another kind', () => {
    for (const length of [23, 25, 31, 33, 39, 41, 63, 65])
      expect(recognise('a'.repeat(length), origin).kind, String(length)).toBe('text');
  });

  it('knows the beginning of a hash, the number of a token and a day', () => {
    expect(recognise('3FA4C1d2', origin)).toEqual({ kind: 'prefix', value: '3fa4c1d2' });
    expect(recognise('220e2', origin)).toEqual({ kind: 'prefix', value: '220e2' });
    expect(recognise('2026', origin)).toEqual({ kind: 'text', value: '2026' });
    expect(recognise('decade', origin).kind).toBe('text');
    const token = String(BigInt(`0x${'7'.repeat(64)}`));
    expect(recognise(token, origin)).toEqual({ kind: 'token', value: token });
    expect(recognise('26/11/2026', origin)).toEqual({ kind: 'day', value: '2026-11-26' });
  });

  it('opens links of this app alone', () => {
    expect(recognise(`${origin}/witnesses/abc?x=1`, origin)).toEqual({
      kind: 'place',
      value: '/witnesses/abc?x=1',
    });
    expect(recognise('https://testigo.example.evil.com/witnesses', origin).kind).toBe('text');
  });
});

describe('Finding by words', () => {
  it('looks for every word, accents and case aside', () => {
    expect(mentions('Operación del tipo de cambio', 'TIPO operacion')).toBe(true);
    expect(mentions('Solicitudes', 'testigos')).toBe(false);
  });
});
