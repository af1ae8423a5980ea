import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A contract that mints tokens on presentation of a claim: network number and `0x` address. */
export interface EndorserContract {
  readonly network: number;
  readonly address: string;
}

/** A claim: the witness hash (64 hex digits) and the address that may mint (`0x` and forty). */
export interface ClaimRequest {
  readonly leaf: string;
  readonly to: string;
}

/** The 32 bytes that an authorizer signs: EIP-712, domain and type of gaps §4.7. */
export function claimDigest(contract: EndorserContract, { leaf, to }: ClaimRequest): Uint8Array {
  const domain = keccak_256(
    Buffer.concat([
      typeHash('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
      keccak_256(Buffer.from('Endorser')),
      keccak_256(Buffer.from('1')),
      word(contract.network.toString(16)),
      word(contract.address.slice(2)),
    ]),
  );
  const message = keccak_256(
    Buffer.concat([typeHash('MintRequest(bytes32 leaf,address to)'), word(leaf), word(to.slice(2))]),
  );
  return keccak_256(Buffer.concat([Buffer.of(0x19, 0x01), domain, message]));
}

/** 65 bytes r ‖ s ‖ v as bare lower-case hex; s is the low one, v 27 or 28. `privateKey` is 64 hex digits. */
export function signClaim(privateKey: string, contract: EndorserContract, request: ClaimRequest): string {
  const signed = secp256k1.sign(claimDigest(contract, request), Buffer.from(privateKey, 'hex'), {
    prehash: false,
    lowS: true,
    format: 'recovered',
  });
  const [recovery = 0, ...rs] = signed;
  return Buffer.from([...rs, 27 + recovery]).toString('hex');
}

/** A new secp256k1 key, 64 hex digits. */
export const newAuthorizerKey = (): string => Buffer.from(secp256k1.utils.randomSecretKey()).toString('hex');

/** The address of a secp256k1 key: `0x` and forty lower-case hex digits. */
export const authorizerAddress = (privateKey: string): string =>
  addressOf(secp256k1.getPublicKey(Buffer.from(privateKey, 'hex'), false).subarray(1));

function addressOf(bytes: Uint8Array): string {
  return `0x${Buffer.from(keccak_256(bytes).subarray(12)).toString('hex')}`;
}

const typeHash = (type: string): Uint8Array => keccak_256(Buffer.from(type));
const word = (hex: string): Buffer => Buffer.from(hex.padStart(64, '0'), 'hex');
