/**
 * Claims (gaps of the interface, claim): an authorizer signs, by EIP-712, that the holder of an address may mint
 * the token of a witness hash in the endorser contract of a network.
 */
import { readHex, readHexOf, toHex } from '../encoding/bytes.ts';
import type { Check } from '../check.ts';
import { hashStruct, typedDataDigest, type StructTypes } from '../chain/eip712.ts';
import { readAddress } from '../chain/address.ts';
import { recoverAddress } from '../chain/recover-address.ts';
import { computedText, failed, indeterminate, runRule, passed, type Finding } from '../verdict/finding.ts';
import type { Policy } from '../policy/policy.ts';
import { answerOf, chainOf, nodesOf } from '../chain/rpc.ts';
import type { ChainView } from '../chain/anchor.ts';
import { roleParams, type ClaimFacts, type EndorserContract } from './claim-questions.ts';

const types: StructTypes = {
  EIP712Domain: [
    ['name', 'string'],
    ['version', 'string'],
    ['chainId', 'uint256'],
    ['verifyingContract', 'address'],
  ],
  MintRequest: [
    ['leaf', 'bytes32'],
    ['to', 'address'],
  ],
};

/** Digest that the authorizer signs. `leaf` is the witness hash, `to` the claimer. */
export function claimDigest(contract: EndorserContract, leaf: string, to: string): Uint8Array {
  const domain = {
    name: 'Endorser',
    version: '1',
    chainId: contract.network,
    verifyingContract: contract.address,
  };
  return typedDataDigest(
    hashStruct(types, 'EIP712Domain', domain),
    hashStruct(types, 'MintRequest', { leaf, to }),
  );
}

/** `claim.signature`: the authorizer's key signed this hash for this claimer, for the contract that the reader trusts. */
export function checkClaimSignature(
  policy: Policy,
  witnessHash: string,
  claim: ClaimFacts,
  contract: EndorserContract | undefined,
  view: ChainView,
): Check {
  return runRule(policy, 'claim.signature', () => {
    if (contract?.network !== claim.network) return contractUnknown(claim.network);
    const authorizer = readAddress(claim.authorizer, 'authorizer');
    const leaf = toHex(readHexOf(witnessHash, 32, 'hash'));
    const claimer = readAddress(claim.claimer, 'claimer');
    const digest = claimDigest(contract, leaf, claimer);
    const recovered = recoverAddress(digest, readHex(claim.signature, 'signature', 65));
    const steps = [
      { kind: 'digest', values: { leaf, to: claimer, contract: contract.address, digest: toHex(digest) } },
      { kind: 'recover', values: { signature: claim.signature, signer: recovered } },
    ];
    const more = { expected: authorizer, computed: computedText(recovered), steps };
    if (recovered === authorizer) return passed(more);
    if (isContract(authorizer, claim.network, view)) {
      // A contract signs by its own rules (ERC-1271), which no recovery can follow.
      const detail = { authorizer };
      return indeterminate('X_UNSUPPORTED', { code: 'ask_the_contract', detail }, detail, more);
    }
    return failed('X_CLAIM_SIGNER_MISMATCH', { authorizer, recovered }, more);
  });
}

/** `claim.role`: the contract lets this authorizer sign claims. Only the chain can say it. */
export function checkClaimRole(
  policy: Policy,
  claim: ClaimFacts,
  contract: EndorserContract | undefined,
  view: ChainView,
): Check {
  return runRule(policy, 'claim.role', () => {
    if (contract?.network !== claim.network) return contractUnknown(claim.network);
    const ask = { code: 'name_an_rpc', detail: { network: claim.network } };
    const role = roleParams(contract, claim.authorizer);
    if (role === undefined) return indeterminate('X_ANCHOR_NOT_CHECKED', { code: 'name_the_role' });
    const answers = nodesOf(view.exchanges, claim.network).map((node) => {
      const answer = answerOf(node, 'eth_call', role);
      const sameChain = chainOf(node) === BigInt(claim.network);
      return sameChain && typeof answer.result === 'string'
        ? BigInt('0x' + toHex(readHexOf(answer.result, 32, 'hasRole'))) === 1n
        : undefined;
    });
    const yes = answers.filter((has) => has === true).length;
    const no = answers.filter((has) => has === false).length;
    const more = { basis: view.basis };
    if (yes > 0 && no > 0) return indeterminate('X_RPC_DISAGREE', ask, undefined, more);
    if (yes >= policy.anchors.rpcs) return passed(more);
    // As for anchors: one node may lag or lie, two that agree make it a failure.
    if (no < 2) return indeterminate('X_ANCHOR_NOT_CHECKED', ask, { yes, no }, more);
    const detail = { authorizer: claim.authorizer, why: 'the contract gives the authorizer no such role' };
    return failed('CHAIN_CONSTRAINTS_FAILURE', detail, more);
  });
}

/** `claim.owner`: the claimer is the address that the service tells for the initial owner. */
export function checkClaimOwner(policy: Policy, claim: ClaimFacts, initialOwner: string | undefined): Check {
  const basis = 'SERVER';
  return runRule(policy, 'claim.owner', () => {
    if (initialOwner === undefined) {
      return indeterminate('X_EVIDENCE_ABSENT', { code: 'get_initial_owner' }, undefined, { basis });
    }
    // Both are the service's word, so nothing is computed here.
    const expected = readAddress(initialOwner, 'initialOwner');
    const claimer = readAddress(claim.claimer, 'claimer');
    const more = { expected, basis } as const;
    return claimer === expected
      ? passed(more)
      : failed('X_CLAIM_OWNER_MISMATCH', { claimer, owner: expected }, more);
  });
}

function isContract(address: string, network: number, view: ChainView): boolean {
  return nodesOf(view.exchanges, network).some((node) => {
    const answer = answerOf(node, 'eth_getCode', [address, 'finalized']);
    return typeof answer.result === 'string' && answer.result.length > 2;
  });
}

function contractUnknown(network: number): Finding {
  const detail = { network };
  return indeterminate('X_CLAIM_CONTRACT_UNKNOWN', { code: 'name_the_contract', detail }, detail);
}
