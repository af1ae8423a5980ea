/**
 * A private chain inside the process: real blocks, transactions, state and logs by the rules of Ethereum (Cancun),
 * without a network, without miners and without a clock of its own. The caller decides when a block is made.
 *
 * The store alone defines the chain: a block whose database transaction was rolled back never existed.
 */
import { createBlock, createBlockHeaderFromRLP, type Block } from '@ethereumjs/block';
import type { Common } from '@ethereumjs/common';
import { createMPT } from '@ethereumjs/mpt';
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager';
import { createFeeMarket1559Tx, createTxFromRLP, type TypedTransaction } from '@ethereumjs/tx';
import {
  bytesToHex,
  createAccount,
  createAddressFromPrivateKey,
  createAddressFromString,
  hexToBytes,
  privateToPublic,
} from '@ethereumjs/util';
import { createVM, runBlock, type RunTxResult, type VM } from '@ethereumjs/vm';
import type { BlockHeader, ChainBlock, ChainLog, ChainStore, ChainTransaction } from './blocks.ts';
import { nextTurn } from '../next-turn.ts';
import { rulesOf } from './rules.ts';
import type { Rules } from './rules.ts';
import { StateNodes } from './state-nodes.ts';

/** An order for a transaction. */
export interface Order {
  /** Absent: the data is the code of a new contract. */
  readonly to?: string;
  readonly data: string;
}

/** A call that changes nothing, and who makes it. */
export interface Call extends Order {
  readonly from?: string;
}

/** A transaction that somebody else signed: its own encoding, `0x` and hex. */
export interface SignedOrder {
  readonly raw: string;
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
  /** Address that pays for every transaction. */
  readonly payer: string;
  /**
   * Carries out the orders in one new block, in their order; a refused order stands in it as refused. The genesis block
   * has none, and is one second older than the first requested block.
   *
   * @param at epoch seconds; a block is never before its parent, so an earlier time becomes the next second
   */
  mine(store: ChainStore, orders: readonly (Order | SignedOrder)[], at: number): Promise<ChainBlock>;
  /** Executes a call in the state of a block, without changing anything. */
  call(store: ChainStore, call: Call, block: BlockHeader): Promise<CallAnswer>;
  code(store: ChainStore, address: string, block: BlockHeader): Promise<string>;
  transactionCount(store: ChainStore, address: string, block: BlockHeader): Promise<number>;
  /** Gas that a transaction with this call uses in the state of a block; undefined where it is refused. */
  estimateGas(store: ChainStore, call: Call, block: BlockHeader): Promise<number | undefined>;
  /** Price of a unit of gas in wei. */
  baseFee(block: BlockHeader): bigint;
}

const gasOfBlock = 1_000_000_000n;
const gasOfOrder = 8_000_000n;
const gasOfCall = 50_000_000n;

export function createChain(options: ChainOptions): Chain {
  return new EmbeddedChain(options);
}

class EmbeddedChain implements Chain {
  readonly chainId: number;
  readonly payer: string;
  readonly #rules: Rules;
  readonly #payerKeys: PayerKeys;
  #nodes: StateNodes | undefined;
  /** The block up to which the nodes in memory are those of the store. */
  #knownBlock: string | undefined;

  constructor({ chainId, payerKey }: ChainOptions) {
    const key = Buffer.from(payerKey, 'hex');
    this.chainId = chainId;
    this.payer = createAddressFromPrivateKey(key).toString();
    this.#rules = rulesOf(chainId);
    this.#payerKeys = { key, publicKey: privateToPublic(key) };
  }

  async mine(store: ChainStore, orders: readonly (Order | SignedOrder)[], at: number): Promise<ChainBlock> {
    await store.lock();
    const parent = (await store.head()) ?? (await this.#begin(store, at - 1));
    // Memory may hold what was undone since: such nodes would not be taken for new.
    if (this.#knownBlock !== parent.hash) this.#nodes = undefined;
    const machine = await this.#machineAt(store, parent);
    const state = await this.#nodesWith(store, parent);
    const mined = await this.#build(machine, parent, orders, at);
    await store.append(mined, state.takeAdded());
    this.#knownBlock = mined.hash;
    return mined;
  }

  async call(store: ChainStore, call: Call, block: BlockHeader): Promise<CallAnswer> {
    const execResult = await this.#run(store, call, block);
    return { data: bytesToHex(execResult.returnValue), reverted: execResult.exceptionError !== undefined };
  }

  async code(store: ChainStore, address: string, block: BlockHeader): Promise<string> {
    const { stateManager } = await this.#machineAt(store, block);
    return bytesToHex(await stateManager.getCode(createAddressFromString(address)));
  }

  async estimateGas(store: ChainStore, call: Call, block: BlockHeader): Promise<number | undefined> {
    const execResult = await this.#run(store, call, block);
    if (execResult.exceptionError) return undefined;
    const { to, data } = call;
    const transaction = createFeeMarket1559Tx(
      { ...(to !== undefined && { to: hexText(to) }), data: hexToBytes(hexText(data)) },
      { common: this.#rules.common },
    );
    return Number(transaction.getIntrinsicGas() + execResult.executionGasUsed);
  }

  baseFee(block: BlockHeader): bigint {
    return this.#decoded(block).header.baseFeePerGas ?? 0n;
  }

  async transactionCount(store: ChainStore, address: string, block: BlockHeader): Promise<number> {
    const { stateManager } = await this.#machineAt(store, block);
    return Number((await stateManager.getAccount(createAddressFromString(address)))?.nonce ?? 0n);
  }

  /** Nodes that hold the state of a block: read again where another process, or an undone one, made it. */
  async #nodesWith(store: ChainStore, { stateRoot }: BlockHeader): Promise<StateNodes> {
    if (!this.#nodes?.has(stateRoot)) this.#nodes = new StateNodes(await store.nodes());
    return this.#nodes;
  }

  async #machineAt(store: ChainStore, block: BlockHeader): Promise<VM> {
    const machine = await machineOf(this.#rules.common, await this.#nodesWith(store, block));
    await machine.stateManager.setStateRoot(hexToBytes(hexText(block.stateRoot)));
    return machine;
  }

  async #run(
    store: ChainStore,
    { to, from, data }: Call,
    block: BlockHeader,
  ): Promise<RunTxResult['execResult']> {
    const { evm } = await this.#machineAt(store, block);
    const { execResult } = await evm.runCall({
      ...(to !== undefined && { to: createAddressFromString(to) }),
      ...(from !== undefined && { caller: createAddressFromString(from) }),
      data: hexToBytes(hexText(data)),
      gasLimit: gasOfCall,
      block: this.#decoded(block),
    });
    return execResult;
  }

  /** The first block of all, in which the payer has more than it ever spends. */
  async #begin(store: ChainStore, at: number): Promise<BlockHeader> {
    const { common } = this.#rules;
    const fresh = new StateNodes();
    const { stateManager } = await machineOf(common, fresh);
    await stateManager.putAccount(
      createAddressFromString(this.payer),
      createAccount({ balance: 10n ** 30n }),
    );
    const stateRoot = await stateManager.getStateRoot();
    const header = { number: 0, timestamp: BigInt(at), stateRoot, gasLimit: gasOfBlock, baseFeePerGas: 7n };
    const first = blockOf(createBlock({ header }, { common }), []);
    await store.append(first, fresh.takeAdded());
    this.#nodes = fresh;
    this.#knownBlock = first.hash;
    return first;
  }

  async #build(
    machine: VM,
    parent: BlockHeader,
    orders: readonly (Order | SignedOrder)[],
    at: number,
  ): Promise<ChainBlock> {
    const { common } = this.#rules;
    const payer = createAddressFromString(this.payer);
    let nonce = (await machine.stateManager.getAccount(payer))?.nonce ?? 0n;
    const transactions = orders.map((order) =>
      'raw' in order
        ? createTxFromRLP(hexToBytes(hexText(order.raw)), { common })
        : signed(this.#rules, this.#payerKeys, order, nonce++),
    );
    const before = this.#decoded(parent).header;
    const header = {
      parentHash: hexText(parent.hash),
      number: parent.number + 1,
      timestamp: BigInt(Math.max(at, parent.timestamp + 1)),
      gasLimit: gasOfBlock,
      baseFeePerGas: before.calcNextBaseFee(),
      excessBlobGas: before.calcNextExcessBlobGas(common),
    };
    const pending = createBlock({ header, transactions, withdrawals: [] }, { common });
    let mined = pending;
    // A block of many would keep this thread from everything else until its last order is carried out.
    machine.events.on('beforeTx', (_, next) => void nextTurn().then(next));
    machine.events.once('afterBlock', ({ block }) => (mined = block));
    const { results } = await runBlock(machine, {
      block: pending,
      generate: true,
      skipBlockValidation: true,
    });
    return blockOf(mined, transactionsOf(transactions, results));
  }

  /** A block as far as others build on it or run in it: what stands in it is not read. */
  #decoded({ rlp }: BlockHeader): Block {
    const { common } = this.#rules;
    return createBlock({ header: createBlockHeaderFromRLP(headerIn(rlp), { common }) }, { common });
  }
}

/** The header in the encoding of a block, a list that begins with it; both are longer than 55 bytes. */
export function headerIn(rlp: string): Uint8Array {
  const byteAt = (place: number): number => Number.parseInt(rlp.slice(2 + 2 * place, 4 + 2 * place), 16);
  const start = 1 + byteAt(0) - longList;
  const sizeBytes = byteAt(start) - longList;
  const size = Number.parseInt(rlp.slice(4 + 2 * start, 4 + 2 * (start + sizeBytes)), 16);
  return hexToBytes(`0x${rlp.slice(2 + 2 * start, 4 + 2 * (start + sizeBytes + size))}`);
}

/** A list whose size takes n bytes begins with this and n (RLP). */
const longList = 0xf7;

async function machineOf(common: Common, nodes: StateNodes): Promise<VM> {
  const trie = await createMPT({ db: nodes, useKeyHashing: true, common });
  const machine = await createVM({
    common,
    stateManager: new MerkleStateManager({ trie, common, caches: new Caches() }),
  });
  // Rules that never change have nothing to tell; a listener would keep every machine for good.
  common.events.removeAllListeners();
  return machine;
}

interface PayerKeys {
  readonly key: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** The order as a transaction of the payer. */
function signed(
  { common, remember }: Rules,
  { key, publicKey }: PayerKeys,
  { to, data }: Order,
  nonce: bigint,
): TypedTransaction {
  const transaction = createFeeMarket1559Tx(
    {
      chainId: common.chainId(),
      nonce,
      ...(to !== undefined && { to: createAddressFromString(to) }),
      data: hexToBytes(hexText(data)),
      gasLimit: gasOfOrder,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 0n,
    },
    { common },
  ).sign(key);
  remember(transaction, publicKey);
  return transaction;
}

function transactionsOf(
  done: readonly TypedTransaction[],
  results: readonly RunTxResult[],
): ChainTransaction[] {
  let logIndex = 0;
  return results.map(({ createdAddress, execResult, totalGasSpent }, index) => {
    const transaction = done[index];
    if (!transaction) throw new RangeError('chain: more results than transactions');
    return {
      hash: bytesToHex(transaction.hash()),
      from: transaction.getSenderAddress().toString(),
      to: transaction.to?.toString(),
      nonce: Number(transaction.nonce),
      input: bytesToHex(transaction.data),
      gas: Number(transaction.gasLimit),
      gasUsed: Number(totalGasSpent),
      succeeded: execResult.exceptionError === undefined,
      ...(execResult.exceptionError && { refused: bytesToHex(execResult.returnValue) }),
      contract: execResult.exceptionError ? undefined : createdAddress?.toString(),
      logs: (execResult.exceptionError ? [] : (execResult.logs ?? [])).map(
        ([address, topics, data]): ChainLog => ({
          address: bytesToHex(address),
          topics: topics.map((topic) => bytesToHex(topic)),
          data: bytesToHex(data),
          logIndex: logIndex++,
        }),
      ),
    };
  });
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
