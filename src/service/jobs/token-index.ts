import { zeroAddress } from '#proofs/token/token.ts';
import { sql } from '../storage/database/sql.ts';
import { insertRows, jsonOf } from '../storage/tables/bulk.ts';
import { chainStore } from '../storage/tables/chain-store.ts';
import type { PlacedLog } from '../storage/tables/chain-store.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/queries.ts';
import { attemptEach } from './sweeps/attempt-each.ts';

/** Whose transfers are followed. */
export interface FollowedContract {
  readonly network: number;
  /** `0x` and forty lower-case hex digits. */
  readonly address: string;
}

/** keccak-256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const mostLogs = 100_000;

/**
 * Follows the logs of the endorser contract into the tables of wallets, tokens and events. Every block is one
 * transaction, so whatever ends the process, the next run goes on from a whole block. Blocks that are no longer
 * those of the chain are taken back first, by their hash.
 *
 * @returns how many blocks were followed or taken back
 */
export async function followChain(database: Database, contract: FollowedContract): Promise<number> {
  let done = 0;
  while (await database.transaction((tx) => followNext(tx, contract))) done += 1;
  return done;
}

/** The same; what fails is remembered, and a worker follows on (Rule ST-52). */
export async function followOrNote(database: Database, contract: FollowedContract): Promise<void> {
  const attempts = { items: [contract], keyOf: ({ address }: FollowedContract) => address };
  const { errors } = await attemptEach(database, 'token-index', attempts, () =>
    followChain(database, contract),
  );
  if (errors.length > 0) throw errors[0];
}

/**
 * One step: takes back blocks that were replaced, else follows the next ones. False: there is nothing to do.
 *
 * @param most blocks that are followed at once
 */
export async function followNext(tx: Queries, contract: FollowedContract, most = 1): Promise<boolean> {
  // One process follows at a time; another would follow the same block.
  await tx.rows(sql`lock table indexed_blocks in exclusive mode`);
  const [replaced] = await tx.rows<{
    since: number | null;
  }>(sql`select min(i.number) as since from indexed_blocks i
    where not exists (select 1 from chain_blocks b where b.number = i.number and b.hash = i.hash)`);
  if (replaced?.since != null) {
    await takeBack(tx, contract, replaced.since);
    return true;
  }
  const next = await tx.rows<{ number: number; hash: string }>(sql`
    select number, hash from chain_blocks
    where number > coalesce((select max(number) from indexed_blocks), -1) order by number limit ${most}::bigint`);
  const [first] = next;
  if (!first) return false;
  const logs = await transfersOf(tx, contract, first.number, next.at(-1)?.number ?? first.number);
  await writeTransfers(tx, contract, logs);
  await insertRows(tx, 'indexed_blocks', next);
  return true;
}

/** How many blocks of the chain were not followed yet. */
export async function readIndexLag(queries: Queries): Promise<number> {
  const [row] = await queries.rows<{ lag: number }>(sql`select coalesce(max(number), -1)
    - coalesce((select max(number) from indexed_blocks), -1) as lag from chain_blocks`);
  return row?.lag ?? 0;
}

interface Transfer {
  readonly id: string;
  readonly token: string;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly timestamp: number;
}

async function transfersOf(
  tx: Queries,
  { address }: FollowedContract,
  fromBlock: number,
  toBlock: number,
): Promise<Transfer[]> {
  const logs = await chainStore(tx).logs({
    fromBlock,
    toBlock,
    addresses: [address],
    topics: [[transferTopic]],
    limit: mostLogs,
  });
  return logs.map(transferOf);
}

function transferOf({ blockHash, logIndex, timestamp, topics }: PlacedLog): Transfer {
  const [, from = '', to = '', token = ''] = topics;
  return {
    id: `${blockHash}-0x${logIndex.toString(16)}`,
    token: BigInt(token).toString(),
    hash: token.slice(2),
    from: `0x${from.slice(-40)}`,
    to: `0x${to.slice(-40)}`,
    timestamp,
  };
}

async function writeTransfers(
  tx: Queries,
  { network }: FollowedContract,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  const wallets = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  await tx.rows(sql`insert into wallets (id) select jsonb_array_elements_text(${jsonOf(wallets)}::jsonb)
    on conflict do nothing`);
  await tx.rows(sql`insert into endorse_events (id, "timestamp", from_id, to_id, digest, network)
    select x.id, x.timestamp, x.from, x.to, x.token, ${network} from jsonb_to_recordset(${jsonOf(transfers)}::jsonb)
      as x(id text, timestamp integer, "from" text, "to" text, token numeric) on conflict do nothing`);
  const newest = [...new Map(transfers.map((transfer) => [transfer.token, transfer])).values()];
  const minted = transfers.filter(({ from }) => from === zeroAddress);
  await tx.rows(sql`insert into endorsables (id, owner_id, "timestamp", network, witness_id)
    select x.token, x.to, x.timestamp, ${network}, ${witnessOf(sql`x.hash`, sql`x.to`)}
      from jsonb_to_recordset(${jsonOf(minted)}::jsonb) as x(token numeric, "to" text, timestamp integer, hash text)
    on conflict do nothing`);
  await tx.rows(sql`update endorsables e set owner_id = x.to
    from jsonb_to_recordset(${jsonOf(newest)}::jsonb) as x(token numeric, "to" text) where e.id = x.token`);
  await tx.rows(sql`update witnesses w set claimed = true, updated_at = greatest(w.updated_at, to_timestamp(x.timestamp))
    from jsonb_to_recordset(${jsonOf(minted)}::jsonb) as x(token numeric, timestamp integer)
      join endorsables e on e.id = x.token where w.id = e.witness_id`);
}

/** The witness that a token is of: of its hash, the one whose claim was for this holder, the oldest first. */
const witnessOf = (hash: ReturnType<typeof sql>, holder: ReturnType<typeof sql>) => sql`(
  select w.id from witnesses w left join claims c on c.witness_id = w.id
  where w.hash = ${hash} order by (c.claimer is not distinct from ${holder}) desc, w.created_at, w.id limit 1)`;

/** What blocks that were replaced had reported is gone; the tokens in it stand as the blocks before left them. */
async function takeBack(tx: Queries, contract: FollowedContract, since: number): Promise<void> {
  const removed = await tx.rows<{ id: string; digest: string }>(sql`delete from endorse_events e
    using indexed_blocks i where i.number >= ${since}::bigint and e.id like i.hash || '-%' and e.network = ${contract.network}
    returning e.id, e.digest`);
  await tx.rows(sql`delete from indexed_blocks where number >= ${since}::bigint`);
  const tokens = jsonOf([...new Set(removed.map(({ digest }) => digest))]);
  const touched = sql`(select (jsonb_array_elements_text(${tokens}::jsonb))::numeric)`;
  const left = sql`(select distinct on (e.digest) e.digest, e.to_id from endorse_events e
    join indexed_blocks i on e.id like i.hash || '-%'
    where e.digest in ${touched} and e.network = ${contract.network}
    order by e.digest, i.number desc, ${logIndexOf} desc)`;
  await tx.rows(sql`update endorsables t set owner_id = l.to_id from ${left} l where l.digest = t.id`);
  const lost = sql`t.id in ${touched} and not exists (select 1 from endorse_events e where e.digest = t.id)`;
  await tx.rows(
    sql`update witnesses w set claimed = false from endorsables t where t.witness_id = w.id and ${lost}`,
  );
  await tx.rows(sql`delete from endorsables t where ${lost}`);
}

/** The hex after the last dash of an event's id, as a number. */
const logIndexOf = sql`('x' || lpad(substr(e.id, strpos(e.id, '-') + 3), 8, '0'))::bit(32)::integer`;
