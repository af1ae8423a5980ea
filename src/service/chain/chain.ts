/**
 * A chain of one's own, inside the process: real blocks, transactions, state and logs by the rules of Ethereum
 * (Cancun), without a network, without miners and without a clock of its own. Whoever holds it says when a block is.
 *
 * What is kept is in a store, and only that counts: a block whose transaction of the database was undone never was.
 */
import { createBlock, createBlockFromRLP, type Block } from '@ethereumjs/block';
import { createCustomCommon, Hardfork, Mainnet, type Common } from '@ethereumjs/common';
import { createMPT } from '@ethereumjs/mpt';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createFeeMarket1559Tx, type TypedTransaction } from '@ethereumjs/tx';
import {
  bytesToHex,
  createAccount,
  createAddressFromPrivateKey,
  createAddressFromString,
  hexToBytes,
} from '@ethereumjs/util';
import { buildBlock, createVM, type RunTxResult, type VM } from '@ethereumjs/vm';
import type { BlockHeader, ChainBlock, ChainLog, ChainStore, ChainTransaction } from './blocks.ts';
import { StateNodes } from './state-nodes.ts';

/** What a transaction asks for. */
export interface Order {
  /** Absent: the data is the code of a new contract. */
  readonly to?: string;
  readonly data: string;
}

export interface CallAnswer {
  /** What came back: the answer, or the reason of the refusal; `0x` and hex. */
  readonly data: string;
  readonly reverted: boolean;
}

export interface ChainOptions {
  readonly chainId: number;
  /** Key of the account that pays for everything, 64 hex digits. */
  readonly payerKey: string;
}

export interface Chain {
  readonly chainId: number;
  /** Who pays for everything. */
  readonly payer: string;
  /**
   * Carries out the orders in one new block, in their order; one that is refused stands in it as refused. The first
   * block of all has none, and is a second before the first one that is asked for.
   *
   * @param at epoch seconds; a block is never before its parent, so an earlier time becomes the next second
   */
  mine(store: ChainStore, orders: readonly Order[], at: number): Promise<ChainBlock>;
  /** What a call would answer in the state of a block. Nothing changes. */
  call(store: ChainStore, order: Order & { readonly from?: string }, block: BlockHeader): Promise<CallAnswer>;
  code(store: ChainStore, address: string, block: BlockHeader): Promise<string>;
  transactionCount(store: ChainStore, address: string, block: BlockHeader): Promise<number>;
}

const gasOfBlock = 1_000_000_000n;
const gasOfOrder = 8_000_000n;
const gasOfCall = 50_000_000n;

export function createChain({ chainId, payerKey }: ChainOptions): Chain {
  const common = createCustomCommon({ chainId }, Mainnet, { hardfork: Hardfork.Cancun });
  const key = Buffer.from(payerKey, 'hex');
  const payer = createAddressFromPrivateKey(key);
  let nodes: StateNodes | undefined;
  /** The block up to which `nodes` are those of the store. */
  let known: string | undefined;

  /** Nodes that hold the state of a block: read again where another process, or an undone one, made it. */
  const nodesWith = async (store: ChainStore, { stateRoot }: BlockHeader): Promise<StateNodes> => {
    if (!nodes?.has(stateRoot)) nodes = new StateNodes(await store.nodes());
    return nodes;
  };

  const machineAt = async (store: ChainStore, block: BlockHeader): Promise<VM> => {
    const machine = await machineOf(common, await nodesWith(store, block));
    await machine.stateManager.setStateRoot(hexToBytes(hexText(block.stateRoot)));
    return machine;
  };

  const begin = async (store: ChainStore, at: number): Promise<BlockHeader> => {
    const fresh = new StateNodes();
    const { stateManager } = await machineOf(common, fresh);
    await stateManager.putAccount(payer, createAccount({ balance: 10n ** 30n }));
    const stateRoot = await stateManager.getStateRoot();
    const header = { number: 0, timestamp: BigInt(at), stateRoot, gasLimit: gasOfBlock, baseFeePerGas: 7n };
    const first = blockOf(createBlock({ header }, { common }), []);
    await store.append(first, fresh.takeAdded());
    nodes = fresh;
    known = first.hash;
    return first;
  };

  return {
    chainId,
    payer: payer.toString(),
    async mine(store, orders, at) {
      await store.lock();
      const parent = (await store.head()) ?? (await begin(store, at - 1));
      // Memory may hold what was undone since: such nodes would not be taken for new.
      if (known !== parent.hash) nodes = undefined;
      const machine = await machineAt(store, parent);
      const state = await nodesWith(store, parent);
      const mined = await build(machine, parent, orders, at);
      await store.append(mined, state.takeAdded());
      known = mined.hash;
      return mined;
    },
    async call(store, { to, from, data }, block) {
      const { evm } = await machineAt(store, block);
      const { execResult } = await evm.runCall({
        ...(to !== undefined && { to: createAddressFromString(to) }),
        ...(from !== undefined && { caller: createAddressFromString(from) }),
        data: hexToBytes(hexText(data)),
        gasLimit: gasOfCall,
        block: decoded(block),
      });
      return { data: bytesToHex(execResult.returnValue), reverted: execResult.exceptionError !== undefined };
    },
    async code(store, address, block) {
      const { stateManager } = await machineAt(store, block);
      return bytesToHex(await stateManager.getCode(createAddressFromString(address)));
    },
    async transactionCount(store, address, block) {
      const { stateManager } = await machineAt(store, block);
      return Number((await stateManager.getAccount(createAddressFromString(address)))?.nonce ?? 0n);
    },
  };

  async function build(
    machine: VM,
    parent: BlockHeader,
    orders: readonly Order[],
    at: number,
  ): Promise<ChainBlock> {
    let nonce = (await machine.stateManager.getAccount(payer))?.nonce ?? 0n;
    const builder = await buildBlock(machine, {
      parentBlock: decoded(parent),
      headerData: { timestamp: BigInt(Math.max(at, parent.timestamp + 1)), gasLimit: gasOfBlock },
      withdrawals: [],
      blockOpts: { putBlockIntoBlockchain: false },
    });
    const done: { transaction: TypedTransaction; result: RunTxResult }[] = [];
    for (const { to, data } of orders) {
      const transaction = createFeeMarket1559Tx(
        {
          chainId: BigInt(chainId),
          nonce: nonce++,
          ...(to !== undefined && { to: createAddressFromString(to) }),
          data: hexToBytes(hexText(data)),
          gasLimit: gasOfOrder,
          maxFeePerGas: 10n ** 12n,
          maxPriorityFeePerGas: 0n,
        },
        { common },
      ).sign(key);
      done.push({ transaction, result: await builder.addTransaction(transaction) });
    }
    const { block } = await builder.build();
    return blockOf(block, transactionsOf(done));
  }

  function decoded({ rlp }: BlockHeader): Block {
    return createBlockFromRLP(hexToBytes(hexText(rlp)), { common, skipConsensusFormatValidation: true });
  }
}

async function machineOf(common: Common, nodes: StateNodes): Promise<VM> {
  const trie = await createMPT({ db: nodes, useKeyHashing: true, common });
  return createVM({ common, stateManager: new MerkleStateManager({ trie, common }) });
}

function transactionsOf(
  done: readonly { transaction: TypedTransaction; result: RunTxResult }[],
): ChainTransaction[] {
  let logIndex = 0;
  return done.map(({ transaction, result: { createdAddress, execResult, totalGasSpent } }) => ({
    hash: bytesToHex(transaction.hash()),
    from: transaction.getSenderAddress().toString(),
    to: transaction.to?.toString(),
    nonce: Number(transaction.nonce),
    input: bytesToHex(transaction.data),
    gas: Number(transaction.gasLimit),
    gasUsed: Number(totalGasSpent),
    succeeded: execResult.exceptionError === undefined,
    contract: execResult.exceptionError ? undefined : createdAddress?.toString(),
    logs: (execResult.exceptionError ? [] : (execResult.logs ?? [])).map(
      ([address, topics, data]): ChainLog => ({
        address: bytesToHex(address),
        topics: topics.map((topic) => bytesToHex(topic)),
        data: bytesToHex(data),
        logIndex: logIndex++,
      }),
    ),
  }));
}

function blockOf(block: Block, transactions: readonly ChainTransaction[]): ChainBlock {
  const { header } = block;
  return {
    number: Number(header.number),
    hash: bytesToHex(block.hash()),
    parentHash: bytesToHex(header.parentHash),
    timestamp: Number(header.timestamp),
    stateRoot: bytesToHex(header.stateRoot),
    rlp: bytesToHex(block.serialize()),
    transactions,
  };
}

/** Texts of the store and of callers begin with `0x`. */
function hexText(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new TypeError('chain: expected 0x and hex');
  return text as `0x${string}`; // just looked at
}
