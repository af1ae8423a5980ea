/** The questions to nodes about a claim, apart from its rules, which need the curve of its signature. */
import { readHexOf, toHex } from '../encoding/bytes.ts';
import { readAddress } from '../chain/address.ts';
import type { RpcQuestion } from '../chain/rpc.ts';

/** As the service tells it. */
export interface ClaimFacts {
  readonly authorizer: string;
  readonly claimer: string;
  readonly signature: string;
  readonly network: number;
}

/** From the reader's settings, never from the service. */
export interface EndorserContract {
  readonly network: number;
  readonly address: string;
  /** Role that lets an authorizer sign claims, 32 bytes of hex; without it `claim.role` cannot be checked. */
  readonly role?: string;
}

/** hasRole(bytes32,address) of OpenZeppelin AccessControl. */
const hasRoleSelector = '91d14854';

/** Questions that let `claim.signature` tell a contract from a key, and `claim.role` be answered. */
export function claimQuestions(claim: ClaimFacts, contract: EndorserContract | undefined): RpcQuestion[] {
  const { network } = claim;
  const role = contract?.network === network ? roleParams(contract, claim.authorizer) : undefined;
  return [
    { network, method: 'eth_chainId', params: [] },
    { network, method: 'eth_getCode', params: [readAddress(claim.authorizer, 'authorizer'), 'finalized'] },
    ...(role === undefined ? [] : [{ network, method: 'eth_call', params: role }]),
  ];
}

/** The call that reads whether the contract gives the authorizer its role; undefined: the role is not known. */
export function roleParams(contract: EndorserContract, authorizer: string) {
  if (contract.role === undefined) return undefined;
  const role = toHex(readHexOf(contract.role, 32, 'role'));
  const account = readAddress(authorizer, 'authorizer').slice(2).padStart(64, '0');
  return [
    { to: readAddress(contract.address, 'contract'), data: `0x${hasRoleSelector}${role}${account}` },
    'finalized',
  ];
}
