/**
 * What a node of the sandbox's chain answers: the read methods of Ethereum's JSON-RPC, so that whoever checks an
 * anchor, a claim or a token can ask as they would ask any node. Nothing can be sent through it, unless whoever runs it
 * gives it a place for what is sent.
 */
import type { StoredChain, PlacedLog } from '../storage/tables/chain-store.ts';
import type { BlockHeader, ChainBlock, ChainTransaction } from './blocks.ts';
import type { Chain } from './chain.ts';
import { refusalName } from './contracts.ts';

export interface NodeParts {
  readonly chain: Chain;
  readonly store: StoredChain;
  readonly now: () => Date;
  /**
   * Takes a signed transaction (`0x` and hex) and answers its hash; absent where nothing can be sent.
   *
   * @throws RpcError
   */
  readonly send?: ((raw: string) => Promise<string>) | undefined;
  /** How many transactions of an account wait for a block. */
  readonly pendingOf?: ((address: string) => number) | undefined;
}

type Params = readonly unknown[];
type Method = (node: NodeParts, params: Params) => Promise<unknown>;

/** A question that is answered with an error: code and message of JSON-RPC 2.0 or EIP-1474. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Questions in one call. */
const mostTogether = 100;
const mostLogs = 10_000;
/** A block is final once it has stood for so many seconds: one process makes them all, and undoes none. */
const finalAfter = 2;

/** The answer to the body of a call: one question or a list of them. */
export async function answerRpc(node: NodeParts, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answerOne(node, body);
  if (body.length === 0 || body.length > mostTogether)
    return refusal(null, new RpcError(-32600, `expected 1 to ${mostTogether} questions`));
  return Promise.all(body.map((question) => answerOne(node, question)));
}

async function answerOne(node: NodeParts, question: unknown): Promise<object> {
  const { id, method, params = [] } = recordOf(question);
  const name = typeof id === 'string' || typeof id === 'number' ? id : null;
  try {
    if (typeof method !== 'string' || !Array.isArray(params))
      throw new RpcError(-32600, 'expected a method and params');
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answer === undefined)
      throw new RpcError(-32601, `the method ${printableName(method)} does not exist or is not offered`);
    return { jsonrpc: '2.0', id: name, result: await answer(node, params) };
  } catch (error) {
    if (error instanceof RpcError) return refusal(name, error);
    throw error;
  }
}

const refusal = (id: string | number | null, { code, message, data }: RpcError): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});

const methods: Readonly<Record<string, Method>> = {
  web3_clientVersion: () => Promise.resolve('testigo-sandbox/1'),
  net_version: ({ chain }) => Promise.resolve(String(chain.chainId)),
  eth_chainId: ({ chain }) => Promise.resolve(quantity(chain.chainId)),
  eth_syncing: () => Promise.resolve(false),
  eth_blockNumber: async (node) => quantity((await headerAt(node, 'latest')).number),
  eth_getBlockByNumber: async (node, [tag, withTransactions]) => {
    const header = await findHeader(node, tag);
    return header ? blockJson(node, await storedBlock(node, header), withTransactions === true) : null;
  },
  eth_getBlockByHash: async (node, [hash, withTransactions]) => {
    const block = await node.store.block({ hash: wordParam(hash, 'block hash') });
    return block ? blockJson(node, block, withTransactions === true) : null;
  },
  eth_getTransactionByHash: async (node, [hash]) => {
    const found = await findTransaction(node, hash);
    return found && transactionJson(node, found.block, found.index);
  },
  eth_getTransactionReceipt: async (node, [hash]) => {
    const found = await findTransaction(node, hash);
    return found && receiptJson(found.block, found.index);
  },
  eth_getLogs: async (node, [filter]) => (await readLogs(node, filter)).map(logJson),
  eth_call: async (node, [call, tag]) => {
    const { to, from, data, input } = recordOf(call);
    const order = {
      to: addressParam(to, 'to'),
      ...(from !== undefined && { from: addressParam(from, 'from') }),
      data: bytesParam(input ?? data ?? '0x', 'data'),
    };
    const answer = await node.chain.call(node.store, order, await headerAt(node, tag ?? 'latest'));
    if (!answer.reverted) return answer.data;
    const name = refusalName(answer.data);
    throw new RpcError(3, name ? `execution reverted: ${name}` : 'execution reverted', answer.data);
  },
  eth_getCode: async (node, [address, tag]) =>
    node.chain.code(node.store, addressParam(address, 'address'), await headerAt(node, tag ?? 'latest')),
  eth_getTransactionCount: async (node, [address, tag]) => {
    const account = addressParam(address, 'address');
    const header = await headerAt(node, tag ?? 'latest');
    const waiting = tag === 'pending' ? (node.pendingOf?.(account) ?? 0) : 0;
    return quantity((await node.chain.transactionCount(node.store, account, header)) + waiting);
  },
  eth_gasPrice: async (node) => quantity(node.chain.baseFee(await headerAt(node, 'latest')) + priorityFee),
  eth_maxPriorityFeePerGas: () => Promise.resolve(quantity(priorityFee)),
  eth_estimateGas: async (node, [call]) => {
    const { to, from, data, input } = recordOf(call);
    const order = {
      ...(to !== undefined && { to: addressParam(to, 'to') }),
      ...(from !== undefined && { from: addressParam(from, 'from') }),
      data: bytesParam(input ?? data ?? '0x', 'data'),
    };
    const gas = await node.chain.estimateGas(node.store, order, await headerAt(node, 'latest'));
    if (gas === undefined) throw new RpcError(3, 'execution reverted');
    return quantity(gas);
  },
  eth_sendRawTransaction: async (node, [raw]) => {
    if (!node.send) throw new RpcError(-32601, 'the method eth_sendRawTransaction is not offered');
    return node.send(bytesParam(raw, 'transaction'));
  },
};

/** Wei that this node suggests for whoever makes a block. */
const priorityFee = 1_000_000_000n;

/** @throws RpcError when there is no such block */
async function headerAt(node: NodeParts, tag: unknown): Promise<BlockHeader> {
  const header = await findHeader(node, tag);
  if (!header) throw new RpcError(-32001, 'there is no such block');
  return header;
}

async function findHeader({ store, now }: NodeParts, tag: unknown): Promise<BlockHeader | undefined> {
  switch (tag) {
    case 'latest':
    case 'pending':
      return store.head();
    case 'safe':
    case 'finalized':
      return store.newestUntil(Math.floor(now().getTime() / 1000) - finalAfter);
    case 'earliest':
      return store.block({ number: 0 });
    default:
      return store.block({ number: quantityParam(tag, 'block number') });
  }
}

async function storedBlock({ store }: NodeParts, { number }: BlockHeader): Promise<ChainBlock> {
  const block = await store.block({ number });
  if (!block) throw new RpcError(-32001, 'there is no such block');
  return block;
}

async function findTransaction(
  { store }: NodeParts,
  hash: unknown,
): Promise<{ block: ChainBlock; index: number } | null> {
  const transactionHash = wordParam(hash, 'transaction hash');
  const number = await store.blockOf(transactionHash);
  const block = number === undefined ? undefined : await store.block({ number });
  const index = block?.transactions.findIndex((one) => one.hash === transactionHash) ?? -1;
  return block && index >= 0 ? { block, index } : null;
}

async function readLogs(node: NodeParts, filter: unknown): Promise<readonly PlacedLog[]> {
  const { address, topics = [], fromBlock = 'latest', toBlock = 'latest', blockHash } = recordOf(filter);
  const bounds = async (): Promise<{ fromBlock: number; toBlock: number }> => {
    if (blockHash === undefined)
      return { fromBlock: await heightOf(node, fromBlock), toBlock: await heightOf(node, toBlock) };
    const block = await node.store.block({ hash: wordParam(blockHash, 'blockHash') });
    if (!block) throw new RpcError(-32001, 'there is no such block');
    return { fromBlock: block.number, toBlock: block.number };
  };
  if (!Array.isArray(topics) || topics.length > 4) throw badParam('topics');
  const addresses = address === undefined || address === null ? [] : listOf(address);
  const found = await node.store.logs({
    ...(await bounds()),
    addresses: addresses.map((one) => addressParam(one, 'address')),
    topics: topics.map((topic: unknown) =>
      topic === null ? null : listOf(topic).map((one) => wordParam(one, 'topics')),
    ),
    limit: mostLogs + 1,
  });
  if (found.length > mostLogs) throw new RpcError(-32005, `more than ${mostLogs} logs: ask for fewer blocks`);
  return found;
}

/** A number beyond the newest block is no error in a range. */
async function heightOf(node: NodeParts, tag: unknown): Promise<number> {
  return typeof tag === 'string' && tag.startsWith('0x')
    ? quantityParam(tag, 'block number')
    : ((await findHeader(node, tag))?.number ?? -1);
}

function blockJson(node: NodeParts, block: ChainBlock, withTransactions: boolean): object {
  return {
    number: quantity(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: quantity(block.timestamp),
    stateRoot: block.stateRoot,
    gasUsed: quantity(block.transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
    transactions: block.transactions.map((one, index) =>
      withTransactions ? transactionJson(node, block, index) : one.hash,
    ),
  };
}

const placeOf = ({ number, hash }: BlockHeader, index: number) => ({
  blockNumber: quantity(number),
  blockHash: hash,
  transactionIndex: quantity(index),
});

function transactionJson({ chain }: NodeParts, block: ChainBlock, index: number): object | null {
  const one = block.transactions[index];
  return one
    ? {
        hash: one.hash,
        type: '0x2',
        chainId: quantity(chain.chainId),
        from: one.from,
        to: one.to ?? null,
        nonce: quantity(one.nonce),
        input: one.input,
        gas: quantity(one.gas),
        value: '0x0',
        ...placeOf(block, index),
      }
    : null;
}

function receiptJson(block: ChainBlock, index: number): object | null {
  const one = block.transactions[index];
  if (!one) return null;
  const before = block.transactions.slice(0, index + 1);
  return {
    transactionHash: one.hash,
    type: '0x2',
    status: one.succeeded ? '0x1' : '0x0',
    from: one.from,
    to: one.to ?? null,
    contractAddress: one.contract ?? null,
    gasUsed: quantity(one.gasUsed),
    cumulativeGasUsed: quantity(before.reduce((sum, { gasUsed }) => sum + gasUsed, 0)),
    logs: one.logs.map((log) => logJson(placedLog(block, one, index, log))),
    ...placeOf(block, index),
  };
}

const placedLog = (
  block: ChainBlock,
  { hash }: ChainTransaction,
  transactionIndex: number,
  log: ChainTransaction['logs'][number],
): PlacedLog => ({
  ...log,
  blockNumber: block.number,
  blockHash: block.hash,
  timestamp: block.timestamp,
  transactionHash: hash,
  transactionIndex,
});

const logJson = (log: PlacedLog): object => ({
  address: log.address,
  topics: log.topics,
  data: log.data,
  blockNumber: quantity(log.blockNumber),
  blockHash: log.blockHash,
  transactionHash: log.transactionHash,
  transactionIndex: quantity(log.transactionIndex),
  logIndex: quantity(log.logIndex),
  removed: false,
});

const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;

const badParam = (what: string): RpcError => new RpcError(-32602, `the parameter ${what} cannot be read`);

function quantityParam(value: unknown, what: string): number {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,12}$/i.test(value)) throw badParam(what);
  return Number(value);
}

function hexParam(value: unknown, what: string, digits: string): string {
  if (typeof value !== 'string' || !new RegExp(`^0x[0-9a-fA-F]${digits}$`).test(value)) throw badParam(what);
  return value.toLowerCase();
}

const wordParam = (value: unknown, what: string): string =>
  // The interface writes hashes of transactions without a prefix.
  hexParam(typeof value === 'string' && !value.startsWith('0x') ? `0x${value}` : value, what, '{64}');
const addressParam = (value: unknown, what: string): string => hexParam(value, what, '{40}');
const bytesParam = (value: unknown, what: string): string => {
  const bytes = hexParam(value, what, '{0,262144}');
  if (bytes.length % 2 !== 0) throw badParam(what);
  return bytes;
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A name of a caller's as it may stand in an answer. */
const printableName = (name: string): string => (/^\w{1,80}$/.test(name) ? name : '?');
