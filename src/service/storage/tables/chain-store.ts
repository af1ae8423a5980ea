import { identifier, join, sql } from '../database/sql.ts';
import type { Sql } from '../database/sql.ts';
import type { BlockHeader, ChainBlock, ChainStore, ChainTransaction, StateNode } from '../../chain/blocks.ts';
import { insertRows } from './bulk.ts';
import type { Queries } from '../database/queries.ts';

interface BlockRow {
  readonly number: number;
  readonly hash: string;
  readonly parent_hash: string;
  readonly timestamp: number;
  readonly state_root: string;
  readonly rlp: string;
}

interface TransactionRow {
  readonly hash: string;
  readonly block_number: number;
  readonly transaction_index: number;
  readonly from_address: string;
  readonly to_address: string | null;
  readonly nonce: number;
  readonly input: string;
  readonly gas: number;
  readonly gas_used: number;
  readonly succeeded: boolean;
  readonly contract: string | null;
}

interface LogRow {
  readonly block_number: number;
  readonly log_index: number;
  readonly transaction_hash: string;
  readonly address: string;
  readonly topic0: string | null;
  readonly topic1: string | null;
  readonly topic2: string | null;
  readonly topic3: string | null;
  readonly data: string;
}

const topicColumns = ['topic0', 'topic1', 'topic2', 'topic3'] as const;

/** A log with where it stands. */
export interface PlacedLog {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly timestamp: number;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface LogFilter {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** Empty: of every contract. */
  readonly addresses: readonly string[];
  /** For each place the topics that may stand there; null: any. */
  readonly topics: readonly (readonly string[] | null)[];
  readonly limit: number;
}

/** The chain as the database has it. Inside a transaction it is given that transaction. */
export interface StoredChain extends ChainStore {
  block(which: { readonly number: number } | { readonly hash: string }): Promise<ChainBlock | undefined>;
  /** The newest block that is not after this instant (epoch seconds). */
  newestUntil(timestamp: number): Promise<BlockHeader | undefined>;
  /** The number of the block that a transaction stands in. */
  blockOf(transactionHash: string): Promise<number | undefined>;
  /** The transaction of the first log of a contract whose second topic this is. */
  firstWith(address: string, topic1: string): Promise<string | undefined>;
  /** In the order of the chain. */
  logs(filter: LogFilter): Promise<readonly PlacedLog[]>;
}

export function chainStore(queries: Queries): StoredChain {
  const header = async (where: Sql): Promise<BlockHeader | undefined> => {
    const [row] = await queries.rows<BlockRow>(
      sql`select number, hash, parent_hash, "timestamp", state_root, rlp from chain_blocks ${where}`,
    );
    return row && headerOf(row);
  };
  return {
    head: () => header(sql`order by number desc limit 1`),
    newestUntil: (at) => header(sql`where "timestamp" <= ${at}::bigint order by number desc limit 1`),
    async nodes() {
      const rows = await queries.rows<{ key: string; value: string }>(
        sql`select key, value from chain_nodes`,
      );
      return rows.map(({ key, value }) => [key, value] as const);
    },
    async lock() {
      await queries.rows(sql`lock table chain_blocks in exclusive mode`);
    },
    append: (block, nodes) => writeBlocks(queries, [block], nodes),
    async block(which) {
      const found = await header(
        'number' in which ? sql`where number = ${which.number}::bigint` : sql`where hash = ${which.hash}`,
      );
      return found && { ...found, transactions: await transactionsOf(queries, found.number) };
    },
    async blockOf(hash) {
      const [row] = await queries.rows<{ block_number: number }>(
        sql`select block_number from chain_transactions where hash = ${hash}`,
      );
      return row?.block_number;
    },
    async firstWith(address, topic1) {
      const [row] = await queries.rows<{
        transaction_hash: string;
      }>(sql`select transaction_hash from chain_logs
        where topic1 = ${topic1} and address = ${address} order by block_number, log_index limit 1`);
      return row?.transaction_hash;
    },
    logs: (filter) => readLogs(queries, filter),
  };
}

/** Blocks with the nodes that are new in their states, some statements for all of them. */
async function writeBlocks(
  queries: Queries,
  blocks: readonly ChainBlock[],
  nodes: readonly StateNode[],
): Promise<void> {
  await insertRows(queries, 'chain_blocks', blocks.map(blockRow));
  await insertRows(
    queries,
    'chain_transactions',
    blocks.flatMap((block) =>
      block.transactions.map((transaction, index) => transactionRow(block, transaction, index)),
    ),
  );
  await insertRows(
    queries,
    'chain_logs',
    blocks.flatMap((block) => block.transactions.flatMap((transaction) => logRows(block, transaction))),
  );
  // Content that an undone block of another branch left is the same content.
  await queries.rows(sql`insert into chain_nodes (key, value)
    select key, value from jsonb_to_recordset(${JSON.stringify(nodes.map(([key, value]) => ({ key, value })))}::jsonb)
      as x(key text, value text) on conflict do nothing`);
}

/** A chain that begins in memory and is written at once: the demo's past, which nobody sees before it is whole. */
export function unwrittenChain(): ChainStore & { write(queries: Queries): Promise<void> } {
  const blocks: ChainBlock[] = [];
  const nodes: StateNode[] = [];
  return {
    head: () => Promise.resolve(blocks.at(-1)),
    nodes: () => Promise.resolve(nodes),
    lock: () => Promise.resolve(),
    append(block, added) {
      blocks.push(block);
      nodes.push(...added);
      return Promise.resolve();
    },
    write: (queries) => writeBlocks(queries, blocks, nodes),
  };
}

async function transactionsOf(queries: Queries, number: number): Promise<ChainTransaction[]> {
  const rows = await queries.rows<TransactionRow>(
    sql`select * from chain_transactions where block_number = ${number}::bigint order by transaction_index`,
  );
  const logs = await queries.rows<LogRow>(
    sql`select * from chain_logs where block_number = ${number}::bigint order by log_index`,
  );
  return rows.map((row) => ({
    hash: row.hash,
    from: row.from_address,
    to: row.to_address ?? undefined,
    nonce: row.nonce,
    input: row.input,
    gas: row.gas,
    gasUsed: row.gas_used,
    succeeded: row.succeeded,
    contract: row.contract ?? undefined,
    logs: logs
      .filter(({ transaction_hash }) => transaction_hash === row.hash)
      .map((log) => ({
        address: log.address,
        topics: topicsOf(log),
        data: log.data,
        logIndex: log.log_index,
      })),
  }));
}

async function readLogs(queries: Queries, filter: LogFilter): Promise<PlacedLog[]> {
  const among = (column: Sql, values: readonly string[]): Sql =>
    sql`and ${column} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
  const conditions = [
    ...(filter.addresses.length > 0 ? [among(sql`l.address`, filter.addresses)] : []),
    ...topicColumns.flatMap((column, place) => {
      const topics = filter.topics[place];
      return topics ? [among(sql`l.${identifier(column)}`, topics)] : [];
    }),
  ];
  type Row = LogRow & { hash: string; timestamp: number; transaction_index: number };
  const rows = await queries.rows<Row>(sql`
    select l.*, b.hash, b."timestamp", t.transaction_index from chain_logs l
      join chain_blocks b on b.number = l.block_number join chain_transactions t on t.hash = l.transaction_hash
    where l.block_number between ${filter.fromBlock}::bigint and ${filter.toBlock}::bigint ${join(conditions, ' ')}
    order by l.block_number, l.log_index limit ${filter.limit}::bigint`);
  return rows.map((row) => ({
    blockNumber: row.block_number,
    blockHash: row.hash,
    timestamp: row.timestamp,
    transactionHash: row.transaction_hash,
    transactionIndex: row.transaction_index,
    logIndex: row.log_index,
    address: row.address,
    topics: topicsOf(row),
    data: row.data,
  }));
}

const topicsOf = (row: LogRow): string[] =>
  topicColumns.map((column) => row[column]).filter((topic) => topic !== null);

const headerOf = ({ parent_hash, state_root, ...row }: BlockRow): BlockHeader => ({
  ...row,
  parentHash: parent_hash,
  stateRoot: state_root,
});

const blockRow = ({ number, hash, parentHash, timestamp, stateRoot, rlp }: ChainBlock) => ({
  number,
  hash,
  parent_hash: parentHash,
  timestamp,
  state_root: stateRoot,
  rlp,
});

const transactionRow = (block: ChainBlock, transaction: ChainTransaction, index: number) => ({
  hash: transaction.hash,
  block_number: block.number,
  transaction_index: index,
  from_address: transaction.from,
  to_address: transaction.to ?? null,
  nonce: transaction.nonce,
  input: transaction.input,
  gas: transaction.gas,
  gas_used: transaction.gasUsed,
  succeeded: transaction.succeeded,
  contract: transaction.contract ?? null,
});

const logRows = (block: ChainBlock, { hash, logs }: ChainTransaction) =>
  logs.map(({ address, topics, data, logIndex }) => ({
    block_number: block.number,
    log_index: logIndex,
    transaction_hash: hash,
    address,
    topic0: topics[0] ?? null,
    topic1: topics[1] ?? null,
    topic2: topics[2] ?? null,
    topic3: topics[3] ?? null,
    data,
  }));
