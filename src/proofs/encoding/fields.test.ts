import { describe, expect, it } from 'vitest';
import { ProofError, tooLarge, unreadable, unsupported } from '../errors.ts';
import {
  child,
  count,
  flag,
  optionalMember,
  list,
  member,
  place,
  required,
  text,
  texts,
  wholeNumber,
} from './fields.ts';
import { check, runRule, passed } from '../verdict/finding.ts';
import { readJson } from './json.ts';
import { standard } from '../policy/policy.ts';
import { readExchanges } from '../evidence/read-rpc.ts';

const at = place(
  readJson(
    '{"n":null,"t":"x","f":false,"i":7,"b":9007199254740993,"s":"-12","h":1.5,"l":["a","b"],"o":{"k":1}}',
    'o',
  ),
  'o',
);
const unread = (subject: string) => expect.objectContaining({ kind: 'unreadable', subject }) as Error;
const large = (subject: string) => expect.objectContaining({ kind: 'too-large', subject }) as Error;

describe('members', () => {
  it('absent and null are the same: not there', () => {
    for (const key of ['n', 'absent', 'toString', '__proto__']) {
      expect([
        member(at, key),
        text(at, key),
        flag(at, key),
        wholeNumber(at, key),
        count(at, key),
        list(at, key, 9),
        child(at, key),
      ]).toEqual(Array<undefined>(7).fill(undefined));
    }
    expect(() => required(text(at, 'n'), 'o.n')).toThrow(unread('o.n'));
    expect(required(text(at, 't'), 'o.t')).toBe('x');
  });

  it('of another type cannot be read', () => {
    expect(() => text(at, 'i')).toThrow(unread('o.i'));
    expect(() => flag(at, 't')).toThrow(unread('o.t'));
    expect(() => wholeNumber(at, 'h')).toThrow(unread('o.h'));
    expect(() => wholeNumber(at, 't')).toThrow(unread('o.t'));
    expect(() => list(at, 'o', 9)).toThrow(unread('o.o'));
    expect(() => child(at, 'l')).toThrow(unread('o.l'));
    for (const value of [null, 1, 'x', [], undefined]) expect(() => place(value, 'p')).toThrow(unread('p'));
  });

  it('whole numbers come as numbers, long literals or decimal text', () => {
    expect([wholeNumber(at, 'i'), wholeNumber(at, 'b'), wholeNumber(at, 's')]).toEqual([
      7n,
      9007199254740993n,
      -12n,
    ]);
    expect(count(at, 'i')).toBe(7);
    expect(() => count(at, 's')).toThrow(unread('o.s'));
    expect(() => count(at, 'b')).toThrow(unread('o.b'));
    expect(flag(at, 'f')).toBe(false);
  });

  it('are bounded', () => {
    expect(texts(at, 'l', 2)).toEqual(['a', 'b']);
    expect(() => texts(at, 'l', 1)).toThrow(large('o.l'));
    expect(text(at, 't', 1)).toBe('x');
    expect(() => text(at, 't', 0)).toThrow(large('o.t'));
    const mixed = place({ l: ['a', 1] }, 'o');
    expect(() => texts(mixed, 'l', 9)).toThrow(unread('o.l[1]'));
    const long = place({ l: ['a'.repeat((1 << 21) + 1)] }, 'o');
    expect(() => texts(long, 'l', 9)).toThrow(large('o.l[0]'));
  });

  it('are left out where they are not there', () => {
    expect({ ...optionalMember('a', 1), ...optionalMember('b', undefined) }).toEqual({ a: 1 });
    expect(child(at, 'o')).toEqual({ object: { k: 1 }, name: 'o.o' });
  });
});

describe('exchanges', () => {
  const good = { network: 1, method: 'eth_call', params: [], rpc: 'a.example', at: '2026-11-20T15:00:00Z' };
  it('keep an answer of null apart from no answer', () => {
    expect(readExchanges([{ ...good, result: null }], 'x')).toEqual([{ ...good, result: null }]);
    expect(readExchanges([{ ...good, error: 'timeout' }], 'x')).toEqual([{ ...good, error: 'timeout' }]);
    expect(readExchanges(undefined, 'x')).toEqual([]);
  });
  it('have every field, and a time that is one', () => {
    for (const key of Object.keys(good)) {
      const { [key as 'rpc']: _, ...rest } = good;
      expect(() => readExchanges([rest], 'x')).toThrow(ProofError);
    }
    expect(() => readExchanges([{ ...good, at: 'now' }], 'x')).toThrow(ProofError);
    expect(() => readExchanges(Array(20_001).fill(good), 'x')).toThrow(large('x.items'));
  });
});

describe('a rule that cannot read its evidence', () => {
  it.each([
    [unreadable('a', 'b'), 'X_UNREADABLE', 'get_evidence_again'],
    [tooLarge('a', 'b'), 'X_TOO_LARGE', 'get_evidence_again'],
    [unsupported('a', 'b'), 'X_UNSUPPORTED', 'check_elsewhere'],
  ])('%s is INDETERMINATE, with what to do', (error, code, next) => {
    const made = runRule(standard, 'file.hash', () => {
      throw error;
    });
    expect(made).toMatchObject({
      id: 'file.hash',
      status: 'INDETERMINATE',
      reason: { code, detail: { subject: 'a', message: 'a: b' } },
      next: { code: next },
    });
  });

  it('any other exception is a defect and goes on up', () => {
    const rule = () => {
      throw new TypeError('a defect');
    };
    expect(() => runRule(standard, 'file.hash', rule)).toThrow(TypeError);
    expect(check(standard, 'file.hash', passed())).toMatchObject({
      level: 'FAIL',
      basis: 'RECOMPUTED',
      evidence: [],
    });
  });
});
