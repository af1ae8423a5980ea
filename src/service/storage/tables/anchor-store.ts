import { sql } from '../database/sql.ts';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/queries.ts';

/** A root that is promised to a chain, by whom, and in which place among the sender's transactions. */
export interface StoredAnchor {
  /** 64 hexadecimal digits. */
  readonly root: string;
  readonly network: number;
  /** `0x` and 40 hexadecimal digits. */
  readonly sender: string;
  readonly nonce: number;
  /** The transaction that is deep enough in the chain. */
  readonly txHash: string | undefined;
  /** When the operator wanted it to be sent again without waiting. */
  readonly retryAt: Date | undefined;
}

/** A signed transaction, stored before it is sent. */
export interface StoredTransaction {
  readonly hash: string;
  readonly nonce: number;
  readonly raw: string;
  /** Wei for one unit of gas. */
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
  readonly createdAt: Date;
}

interface AnchorRow {
  readonly root: string;
  readonly network: number;
  readonly sender: string;
  readonly nonce: number;
  readonly tx_hash: string | null;
  readonly retry_at: Date | null;
}

export async function findAnchor(queries: Queries, root: string): Promise<StoredAnchor | undefined> {
  const [row] = await queries.rows<AnchorRow>(sql`select * from anchors where root = ${root}`);
  return row && { ...row, txHash: row.tx_hash ?? undefined, retryAt: row.retry_at ?? undefined };
}

/**
 * Gives a root the next place among the sender's transactions; a root that has one keeps it, whoever reserves at the
 * same time.
 *
 * @param next the place that the chain would give
 */
export async function reserveAnchor(
  database: Database,
  anchor: { readonly root: string; readonly network: number; readonly sender: string; readonly next: number },
  at: Date,
): Promise<StoredAnchor> {
  return database.transaction(async (tx) => {
    await lockSender(tx, anchor.sender);
    const known = await findAnchor(tx, anchor.root);
    if (known) return known;
    const nonce = await nextNonce(tx, anchor);
    await tx.rows(sql`insert into anchors (root, network, sender, nonce, created_at)
      values (${anchor.root}, ${anchor.network}::bigint, ${anchor.sender}, ${nonce}::bigint,
        ${at.toISOString()}::timestamptz)`);
    return { ...anchor, nonce, txHash: undefined, retryAt: undefined };
  });
}

/** A root whose place is taken for good, by somebody else with the key or by what was reverted, has another one. */
export async function moveAnchor(
  database: Database,
  anchor: StoredAnchor,
  next: number,
): Promise<StoredAnchor> {
  return database.transaction(async (tx) => {
    await lockSender(tx, anchor.sender);
    const nonce = await nextNonce(tx, { ...anchor, next });
    const moved = await tx.rows(sql`update anchors set nonce = ${nonce}::bigint
      where root = ${anchor.root} and nonce = ${anchor.nonce}::bigint and tx_hash is null returning root`);
    // Another process was quicker.
    return moved.length > 0 ? { ...anchor, nonce } : ((await findAnchor(tx, anchor.root)) ?? anchor);
  });
}

async function lockSender(tx: Queries, sender: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`anchors/${sender}`}, 0))`);
}

async function nextNonce(
  tx: Queries,
  { network, sender, next }: { readonly network: number; readonly sender: string; readonly next: number },
): Promise<number> {
  const [row] = await tx.rows<{ nonce: number }>(sql`
    select greatest(coalesce(max(nonce) + 1, 0), ${next}::bigint)::bigint as nonce from anchors
    where network = ${network}::bigint and sender = ${sender}`);
  return row?.nonce ?? next;
}

/** What was signed for a root, newest first. */
export async function transactionsOf(queries: Queries, root: string): Promise<StoredTransaction[]> {
  const rows = await queries.rows<{
    hash: string;
    nonce: number;
    raw: string;
    max_fee: string;
    priority_fee: string;
    created_at: Date;
  }>(sql`select * from anchor_transactions where root = ${root} order by created_at desc, max_fee desc`);
  return rows.map(({ hash, nonce, raw, max_fee: max, priority_fee: priority, created_at: createdAt }) => ({
    hash,
    nonce,
    raw,
    maxFee: BigInt(max),
    priorityFee: BigInt(priority),
    createdAt,
  }));
}

export async function storeTransaction(
  queries: Queries,
  root: string,
  { hash, nonce, raw, maxFee, priorityFee, createdAt }: StoredTransaction,
): Promise<void> {
  await queries.rows(sql`insert into anchor_transactions (hash, root, nonce, raw, max_fee, priority_fee, created_at)
    values (${hash}, ${root}, ${nonce}::bigint, ${raw}, ${maxFee.toString()}::numeric,
      ${priorityFee.toString()}::numeric, ${createdAt.toISOString()}::timestamptz)
    on conflict (hash) do nothing`);
}

/** Roots that are in no chain yet are sent again without waiting, where their transactions were reverted. */
export async function retryAnchors(queries: Queries, roots: readonly string[], at: Date): Promise<void> {
  await queries.rows(sql`update anchors set retry_at = ${at.toISOString()}::timestamptz
    where tx_hash is null and root = any(${[...roots]}::text[])`);
}

/** The transaction is in the chain for good. */
export async function finishAnchor(queries: Queries, root: string, txHash: string, at: Date): Promise<void> {
  await queries.rows(sql`update anchors set tx_hash = ${txHash}, final_at = ${at.toISOString()}::timestamptz
    where root = ${root} and tx_hash is null`);
}
