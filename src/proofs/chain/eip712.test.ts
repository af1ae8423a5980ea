import { describe, expect, it } from 'vitest';
import { hashTypedData } from 'viem/utils';
import { toHex, utf8Of } from '../encoding/bytes.ts';
import { hashStruct, readUint256, typeHash, typedDataDigest, type TypedStruct } from './eip712.ts';
import { keccak256 } from '../encoding/hash.ts';

const types = {
  EIP712Domain: [
    ['name', 'string'],
    ['chainId', 'uint256'],
  ],
  Order: [
    ['note', 'string'],
    ['blob', 'bytes'],
    ['leaf', 'bytes32'],
    ['to', 'address'],
    ['open', 'bool'],
    ['shut', 'bool'],
    ['amount', 'uint256'],
    ['inner', 'Inner'],
  ],
  Inner: [['value', 'uint256']],
} as const;
const domain = { name: 'Testigo', chainId: 42161 };
const order = {
  note: 'ñandú',
  blob: '0x0102',
  leaf: `0x${'ab'.repeat(32)}`,
  to: `0x${'44'.repeat(20)}`,
  open: true,
  shut: false,
  amount: (1n << 256n) - 1n,
  inner: { value: 0n },
} as const;

const digest = (message: TypedStruct): string =>
  '0x' +
  toHex(typedDataDigest(hashStruct(types, 'EIP712Domain', domain), hashStruct(types, 'Order', message)));

describe('EIP-712', () => {
  it('every elementary type hashes as another implementation hashes it', () => {
    const asViem = Object.fromEntries(
      Object.entries(types).map(([name, members]) => [
        name,
        members.map(([member, type]) => ({ name: member, type })),
      ]),
    );
    for (const message of [order, { ...order, open: false, shut: true, blob: '0x', note: '', amount: 1n }]) {
      const expected = hashTypedData({ domain, types: asViem, primaryType: 'Order', message }); // types built above
      expect(digest(message)).toBe(expected);
    }
  });

  it('a struct that holds itself is named once', () => {
    const text = 'L(L l,uint256 n)';
    const loop = {
      L: [
        ['l', 'L'],
        ['n', 'uint256'],
      ],
    } as const;
    expect(toHex(typeHash(loop, 'L'))).toBe(toHex(keccak256(utf8Of(text))));
  });

  it('up to eight structs within each other', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`S${n}`, [['s', n === 9 ? 'uint256' : `S${n + 1}`]] as const]),
    );
    const nested = (from: number): TypedStruct => ({ s: from === 9 ? 1 : nested(from + 1) });
    expect(hashStruct(chain, 'S1', nested(1))).toHaveLength(32);
    expect(() => hashStruct(chain, 'S0', nested(0))).toThrow('at most 8 structs within each other');
  });

  it.each<[Partial<Record<keyof typeof order, unknown>>, string]>([
    [{ note: undefined }, 'Order.note: a value'],
    [{ note: {} }, 'Order.note: a value of type string'],
    [{ inner: 'x' }, 'Order.inner: a struct Inner'],
    [{ inner: {} }, 'Inner.value: a value'],
    [{ blob: 'zz' }, 'Order.blob'],
    [{ leaf: '0x00' }, 'Order.leaf'],
    [{ to: '0x00' }, 'Order.to'],
    [{ amount: -1 }, 'Order.amount: a whole number from 0, below 2^256'],
  ])('%j is refused, and said where', (change, message) => {
    expect(() => digest({ ...order, ...change } as TypedStruct)).toThrow(message);
  });

  it('whole numbers in any spelling that is exact', () => {
    for (const one of [0, 0n, '0']) expect(readUint256(one, 'x')).toBe(0n);
    expect(readUint256('0'.repeat(77) + '7', 'x')).toBe(7n);
    for (const odd of ['', '-1', '0x1', '1.0', ' 1', '1'.repeat(79), 1.5, 2 ** 53, -1n, 1n << 256n, true, {}])
      expect(() => readUint256(odd, 'x')).toThrow('a whole number from 0, below 2^256');
  });
});
