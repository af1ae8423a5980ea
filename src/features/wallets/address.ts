import { checksumAddress, checksumState } from '#proofs/chain/address-checksum.ts';

/** What the address of the page names. */
export interface NamedAddress {
  /** `0x` and lower case: what the interface takes. */
  readonly address: string;
  /** In the mixed case that carries its checksum (EIP-55). */
  readonly shown: string;
  /** The case in which it came says that a character is wrong. */
  readonly doubtful: boolean;
}

/** @returns undefined: what stands in the address bar is no address of a wallet */
export function readWalletAddress(text: string): NamedAddress | undefined {
  const digits = /^(?:0x)?([0-9a-f]{40})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  return {
    address: `0x${digits.toLowerCase()}`,
    shown: checksumAddress(`0x${digits}`),
    doubtful: checksumState(`0x${digits}`) === 'wrong',
  };
}
