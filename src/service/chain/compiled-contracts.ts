import type { Abi, Hex } from 'viem';
import { parseAbi } from 'viem/utils';
import compiled from './contracts/compiled.json' with { type: 'json' };

// The compiler's JSON has no types that viem can infer arguments from, so what the service calls is declared here as
// well; a test compares the declarations with the JSON.

export const accountContract = {
  abi: parseAbi([
    'constructor(bytes exponent_, bytes modulus_)',
    'function execute(address target, bytes data, bytes signature) returns (bytes)',
    'function messageOf(address target, bytes data) view returns (bytes)',
    'function nonce() view returns (uint256)',
  ]),
  bytecode: hexOf(compiled.Account.bytecode),
};

export const accountsContract = {
  abi: parseAbi(['function create(bytes exponent, bytes modulus) returns (address)']),
  bytecode: hexOf(compiled.Accounts.bytecode),
};

export const anchorsContract = {
  abi: parseAbi(['constructor(address operator)', 'function anchor(bytes32 root)']),
  bytecode: hexOf(compiled.Anchors.bytecode),
};

export const checkpointsContract = {
  abi: parseAbi(['constructor(address operator)', 'function checkpoint(bytes32 root, uint176 size)']),
  bytecode: hexOf(compiled.Checkpoints.bytecode),
};

export const endorserContract = {
  abi: parseAbi([
    'constructor(address checkpoints_, address authorizer)',
    'struct InclusionProof { uint176 leafIndex; bytes32[] left; bytes32[] right; bytes32 root; }',
    'function mint(bytes32 leaf, address to, bytes authorization, InclusionProof proof)',
    'function transferFrom(address from, address to, uint256 tokenId)',
    'function burn(uint256 tokenId)',
  ]),
  bytecode: hexOf(compiled.Endorser.bytecode),
};

/** The errors of every contract, by which a refusal is named. */
export const contractErrors = Object.values(compiled).flatMap(
  ({ abi }) => (abi as Abi).filter(({ type }) => type === 'error'), // the ABI JSON of Solidity
);

function hexOf(bytecode: string): Hex {
  if (!/^0x([0-9a-f]{2})+$/.test(bytecode))
    throw new TypeError('compiled.json: expected bytecode as 0x and hex digits');
  return bytecode as Hex; // its form was just checked
}
