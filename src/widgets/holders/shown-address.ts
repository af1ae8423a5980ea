import { checksumAddress } from '#proofs/chain/address-checksum.ts';

/** An address as a user reads it: in the mixed case that carries its checksum (EIP-55). Another text stays as it is. */
export const shownAddress = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : address;
