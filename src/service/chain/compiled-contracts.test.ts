import type { Abi } from 'viem';
import { expect, it } from 'vitest';
import {
  accountContract,
  accountsContract,
  anchorsContract,
  checkpointsContract,
  endorserContract,
} from './compiled-contracts.ts';
import compiled from './contracts/compiled.json' with { type: 'json' };

/** An ABI without empty names and without the names of types in the source. */
const plain = (abi: unknown): unknown =>
  JSON.parse(
    JSON.stringify(abi, (key, value: unknown) =>
      key === 'internalType' || (key === 'name' && value === '') ? undefined : value,
    ),
  );

it.each<[keyof typeof compiled, { readonly abi: Abi }]>([
  ['Account', accountContract],
  ['Accounts', accountsContract],
  ['Anchors', anchorsContract],
  ['Checkpoints', checkpointsContract],
  ['Endorser', endorserContract],
])('the declarations of %s are those that the compiler found in its source', (name, { abi }) => {
  expect(plain(compiled[name].abi)).toEqual(expect.arrayContaining(plain(abi) as unknown[]));
});
