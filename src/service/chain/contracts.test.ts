import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { authorizerAddress, newAuthorizerKey, signClaim } from '../authorities/claim-authorizer.ts';
import { publicNumbers } from '../authorities/keys.ts';
import { signDocument } from '../authorities/signer.ts';
import { openWitnessTree } from '../authorities/trees/witness-tree.ts';
import type { ChainBlock } from './blocks.ts';
import { createChain, type Order } from './chain.ts';
import {
  accountAddress,
  anchorOrder,
  burnData,
  checkpointOrder,
  contractAddresses,
  createAccountOrder,
  deployment,
  executeOrder,
  messageCall,
  messageIn,
  messageOf,
  mintOrder,
  nonceCall,
  refusalName,
  transferData,
  type InclusionProof,
} from './contracts.ts';
import { memoryStore } from './testing/memory-store.ts';

const chainId = 421_614;
const payerKey = '11'.repeat(32);
const authorizerKey = newAuthorizerKey();
const addresses = contractAddresses(payerKey);
const endorser = { network: chainId, address: addresses.endorser };
const hashOf = (n: number): string => n.toString(16).padStart(64, 'a');
const tokenOf = (leaf: string): bigint => BigInt(`0x${leaf}`);
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const store = memoryStore();
const chain = createChain({ chainId, payerKey });
/** The newest block. */
const head = (): ChainBlock => store.blocks.at(-1) ?? expect.fail('there is no block');
let time = 1_700_000_000;
const tree = openWitnessTree();

/** Carries out one order; answers why it was refused, or undefined. */
async function refusal(order: Order): Promise<string | undefined> {
  const call = await chain.call(store, { ...order, from: payer }, head());
  const { transactions } = await chain.mine(store, [order], (time += 1));
  expect(transactions[0]?.succeeded).toBe(!call.reverted);
  return call.reverted ? (refusalName(call.data) ?? call.data) : undefined;
}

let payer = '';

/** A hash in the range, with its proof under the newest checkpoint. */
async function witnessed(leaf: string): Promise<InclusionProof> {
  const index = tree.append(leaf);
  const proof = tree.prove(index);
  expect(await refusal(checkpointOrder(addresses, proof.targetRootHash, tree.size()))).toBeUndefined();
  return proof;
}

const authorized = (leaf: string, to: string, contract = endorser): string =>
  signClaim(authorizerKey, contract, { leaf, to });

interface Person {
  readonly account: string;
  readonly key: KeyObject;
  order(target: string, data: string): Promise<Order>;
}

/** Somebody with an RSA key, and the account that it speaks for. */
async function person(): Promise<Person> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const numbers = publicNumbers(publicKey);
  const account = accountAddress(addresses.accounts, numbers);
  expect(await refusal(createAccountOrder(addresses, numbers))).toBeUndefined();
  return {
    account,
    key: privateKey,
    async order(target, data) {
      const call = await chain.call(store, messageCall(account, target, data), head());
      return executeOrder(account, target, data, signDocument(messageIn(call.data), privateKey));
    },
  };
}

beforeAll(async () => {
  const { transactions } = await chain.mine(
    store,
    deployment(payerKey, authorizerAddress(authorizerKey)),
    (time += 1),
  );
  expect(transactions.map(({ contract }) => contract)).toEqual(Object.values(addresses));
  payer = transactions[0]?.from ?? '';
  // Others were witnessed before, so that every shape of proof occurs.
  for (let n = 0; n < 6; n += 1) tree.append(hashOf(n));
});

describe('the endorser', () => {
  it('mints the token of a hash to whom the authorizer named, once the range holds the hash', async () => {
    const leaf = hashOf(100);
    const { account } = await person();
    const proof = await witnessed(leaf);
    const order = mintOrder(addresses, { leaf, to: account, signature: authorized(leaf, account), proof });
    expect(await refusal(order)).toBeUndefined();
    const [minting] = head().transactions;
    expect(minting?.logs.map(({ address, topics }) => ({ address, topics }))).toEqual([
      {
        address: addresses.endorser,
        topics: [transferTopic, `0x${'0'.repeat(64)}`, topicOf(account), `0x${leaf}`],
      },
    ]);
  });

  it('mints under every checkpoint that came after, and in every position', async () => {
    const leaves = Array.from({ length: 9 }, (_, n) => hashOf(200 + n));
    const first = tree.size();
    for (const leaf of leaves) await witnessed(leaf);
    const { account } = await person();
    for (const [n, leaf] of leaves.entries()) {
      const proof = tree.prove(first + n);
      const order = mintOrder(addresses, { leaf, to: account, signature: authorized(leaf, account), proof });
      expect(await refusal(order)).toBeUndefined();
    }
  });

  it('refuses a proof of which any part is another', async () => {
    const leaf = hashOf(300);
    await witnessed(hashOf(301));
    const { account } = await person();
    const proof = await witnessed(leaf);
    const mint = (change: Partial<InclusionProof>): Promise<string | undefined> =>
      refusal(
        mintOrder(addresses, {
          leaf,
          to: account,
          signature: authorized(leaf, account),
          proof: { ...proof, ...change },
        }),
      );
    const [left = ''] = proof.leftHashes;
    const flipped = left.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await mint({ leftHashes: [flipped, ...proof.leftHashes.slice(1)] })).toBe('NotIncluded');
    expect(await mint({ leftHashes: proof.leftHashes.slice(1) })).toBe('BadShape');
    expect(await mint({ rightHashes: [...proof.rightHashes, left] })).toBe('BadShape');
    expect(await mint({ leafIndex: Number(proof.leafIndex) - 1 })).toMatch(/BadShape|NotIncluded/);
    expect(await mint({ leafIndex: tree.size() })).toBe('BadShape');
    expect(await mint({ targetRootHash: hashOf(1) })).toBe('UnknownRoot');
    // What proves another hash, under the same root.
    expect(await mint(tree.prove(tree.size() - 2))).toBe('NotIncluded');
    expect(await mint(tree.prove(0))).toMatch(/BadShape|NotIncluded/);
    expect(await mint({})).toBeUndefined();
  });

  it('refuses an authorization of another key, for another holder, another hash, another chain or another contract', async () => {
    const leaf = hashOf(400);
    const { account } = await person();
    const outsider = (await person()).account;
    const proof = await witnessed(leaf);
    const mint = (signature: string): Promise<string | undefined> =>
      refusal(mintOrder(addresses, { leaf, to: account, signature, proof }));
    expect(await mint(signClaim(newAuthorizerKey(), endorser, { leaf, to: account }))).toBe('NotAuthorized');
    expect(await mint(authorized(leaf, outsider))).toBe('NotAuthorized');
    expect(await mint(authorized(hashOf(401), account))).toBe('NotAuthorized');
    expect(await mint(authorized(leaf, account, { ...endorser, network: 1 }))).toBe('NotAuthorized');
    expect(await mint(authorized(leaf, account, { ...endorser, address: addresses.anchors }))).toBe(
      'NotAuthorized',
    );
    expect(await mint(authorized(leaf, account).slice(2))).toBe('ECDSAInvalidSignatureLength');
    expect(await mint(authorized(leaf, account))).toBeUndefined();
  });

  it('mints a hash once, also after its token was burnt, whoever brings the authorization again', async () => {
    const leaf = hashOf(500);
    const owner = await person();
    const proof = await witnessed(leaf);
    const order = mintOrder(addresses, {
      leaf,
      to: owner.account,
      signature: authorized(leaf, owner.account),
      proof,
    });
    expect(await refusal(order)).toBeUndefined();
    expect(await refusal(order)).toBe('AlreadyMinted');
    const other = (await person()).account;
    const again = mintOrder(addresses, { leaf, to: other, signature: authorized(leaf, other), proof });
    expect(await refusal(again)).toBe('AlreadyMinted');
    expect(await refusal(await owner.order(addresses.endorser, burnData(tokenOf(leaf))))).toBeUndefined();
    expect(await refusal(order)).toBe('AlreadyMinted');
    expect(await refusal(again)).toBe('AlreadyMinted');
    // What is burnt is nobody's: it neither passes on nor burns again.
    for (const data of [
      burnData(tokenOf(leaf)),
      transferData(owner.account, other, tokenOf(leaf)),
      transferData(owner.account, other, tokenOf(hashOf(501))),
    ])
      expect(await refusal(await owner.order(addresses.endorser, data))).toBe('ERC721NonexistentToken');
  });

  it('mints to nobody never, and passes a token to nobody but by burning it', async () => {
    const leaf = hashOf(550);
    const nobody = `0x${'0'.repeat(40)}`;
    const owner = await person();
    const proof = await witnessed(leaf);
    const mint = (to: string): Order =>
      mintOrder(addresses, { leaf, to, signature: authorized(leaf, to), proof });
    expect(await refusal(mint(nobody))).toBe('ERC721InvalidReceiver');
    expect(await refusal(mint(owner.account))).toBeUndefined();
    const transfer = transferData(owner.account, nobody, tokenOf(leaf));
    expect(await refusal(await owner.order(addresses.endorser, transfer))).toBe('ERC721InvalidReceiver');
  });

  it('transfers and burns by the key of the holder alone', async () => {
    const leaf = hashOf(600);
    const [ana, berta] = [await person(), await person()];
    const proof = await witnessed(leaf);
    await refusal(
      mintOrder(addresses, { leaf, to: ana.account, signature: authorized(leaf, ana.account), proof }),
    );
    const transfer = transferData(ana.account, berta.account, tokenOf(leaf));
    expect(await refusal({ to: addresses.endorser, data: transfer })).toBe('ERC721InsufficientApproval');
    expect(await refusal(await berta.order(addresses.endorser, transfer))).toBe('ERC721InsufficientApproval');
    const { key } = ana;
    // Signed for this account, its next call, this chain and this contract; each of them otherwise is not signed.
    const message = (chain: number, account: string, nonce: bigint, target: string): Uint8Array =>
      messageOf(chain, account, nonce, target, transfer);
    const first = message(chainId, ana.account, 0n, addresses.endorser);
    const call = await chain.call(store, messageCall(ana.account, addresses.endorser, transfer), head());
    expect(Buffer.from(messageIn(call.data))).toEqual(Buffer.from(first));
    for (const wrong of [
      message(1, ana.account, 0n, addresses.endorser),
      message(chainId, berta.account, 0n, addresses.endorser),
      message(chainId, ana.account, 1n, addresses.endorser),
      message(chainId, ana.account, 0n, addresses.anchors),
    ]) {
      const order = executeOrder(ana.account, addresses.endorser, transfer, signDocument(wrong, key));
      expect(await refusal(order)).toBe('NotSigned');
    }
    const signed = await ana.order(addresses.endorser, transfer);
    expect(await refusal(signed)).toBeUndefined();
    const { data } = await chain.call(store, nonceCall(ana.account), head());
    expect(BigInt(data)).toBe(1n);
    // The account counts its calls: what was signed once holds once.
    expect(await refusal(signed)).toBe('NotSigned');
    expect(await refusal(await ana.order(addresses.endorser, burnData(tokenOf(leaf))))).toBe(
      'ERC721InsufficientApproval',
    );
    expect(await refusal(await berta.order(addresses.endorser, burnData(tokenOf(leaf))))).toBeUndefined();
    expect(head().transactions[0]?.logs.map(({ topics }) => topics)).toEqual([
      [transferTopic, topicOf(berta.account), `0x${'0'.repeat(64)}`, `0x${leaf}`],
    ]);
  });
});

describe('the checkpoints', () => {
  it('take larger ranges alone, from the operator alone', async () => {
    await witnessed(hashOf(700));
    const same = checkpointOrder(addresses, hashOf(701), tree.size());
    expect(await refusal(same)).toBe('NotLarger');
    const { account, order } = await person();
    expect(account).toMatch(/^0x[0-9a-f]{40}$/);
    const larger = checkpointOrder(addresses, hashOf(702), tree.size() + 1);
    expect(await refusal(await order(addresses.checkpoints, larger.data))).toBe(
      'AccessControlUnauthorizedAccount',
    );
    expect(await refusal(await order(addresses.anchors, anchorOrder(addresses, hashOf(703)).data))).toBe(
      'AccessControlUnauthorizedAccount',
    );
  });

  it('tell size, time and height of a root, and zeros of a root that was never reported', async () => {
    const { targetRootHash } = await witnessed(hashOf(800));
    const info = async (root: string): Promise<bigint[]> => {
      const { data } = await chain.call(
        store,
        { to: addresses.checkpoints, data: `0x0a805d5c${root}` },
        head(),
      );
      return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
    };
    const { timestamp, number } = head();
    expect(await info(targetRootHash)).toEqual([BigInt(tree.size()), BigInt(timestamp), BigInt(number)]);
    expect(await info(hashOf(801))).toEqual([0n, 0n, 0n]);
  });
});

const topicOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
