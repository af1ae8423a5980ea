import { raw, sql } from '#service/storage/database/sql.ts';
import { buildMerkleTree } from '#service/authorities/trees/merkle-tree.ts';
import type { Database } from '#service/storage/database/database.ts';
import type { Queries } from '#service/storage/database/queries.ts';
import type { Sql } from '#service/storage/database/sql.ts';
import { insertRows } from '#service/storage/tables/bulk.ts';

/** Whom the rows belong to. */
export interface Owners {
  /** Has four of five rows. */
  readonly organization: string;
  readonly otherOrganization: string;
  /** A signer of one request in a thousand. */
  readonly signer: string;
}

/** Rows of one statement: a statement holds its transaction, and the memory of its rows, until it ends. */
const chunk = 25_000;
/** Requests whose witnesses are of one Merkle batch: about 950, of which a batch has at most a thousand. */
const batchRequests = 360;
/** Signers beside the one that is measured. */
const signers = 5_000;

/** What is counted and put in order as rows are written. */
const triggers = [
  ['signature_requests', 'count_inserted'],
  ['signature_requests', 'quarters_inserted'],
  ['signature_requests', 'names_inserted'],
  ['invites', 'count_inserted'],
  ['invites', 'signers_inserted'],
  ['invites', 'quarters_inserted'],
  ['witnesses', 'count_inserted'],
  ['witnesses', 'quarters_inserted'],
] as const;

const requestsPerWitness = 1 / 2.65;
/** Over which the rows of a fill came to be, up to now: lists and counts of the last days are what they are in use. */
const daysOfRows = 900;

/** What every row of a request follows from: `n`, its number. */
const numbered = (at: Sql): Sql => sql`
  select n, batch_id, ${at} as at, lpad(to_hex(n), 24, '0') as id,
    lpad(to_hex(trunc(extract(epoch from ${at}))::bigint), 8, '0') as second,
    case when n % 5 = 0 then owners.other else owners.main end as organization_id,
    n % 20 = 15 as draft, n % 20 = 14 as rejected, n % 20 = 16 as open
  from numbers, owners`;

/**
 * Adds requests from number `from` on until there are so many witnesses: each request has two invites, and one witness
 * for its document and one for each signature; of twenty requests one is a draft, one is rejected and one is open.
 * Every witness is preserved. Foreign keys are not checked while rows are added.
 *
 * @returns the number of the next request
 */
export async function fill(
  database: Database,
  owners: Owners,
  from: number,
  witnesses: number,
): Promise<number> {
  if (from === 0) await addSigners(database, owners);
  const of = sql`owners (main, other, signer) as
    (values (${owners.organization}, ${owners.otherOrganization}, ${owners.signer}))`;
  const began = new Date().toISOString();
  const pace = (daysOfRows * 86_400) / ((witnesses - (await countWitnesses(database))) * requestsPerWitness);
  const at = sql`(least(${began}::timestamptz, ${began}::timestamptz - ${daysOfRows} * interval '1 day'
    + (n - ${from}::bigint) * ${pace}::double precision * interval '1 second'))`;
  let next = from;
  for (let have = await countWitnesses(database); have < witnesses; have = await countWitnesses(database)) {
    // Of twenty requests 17 have three witnesses, and two have one.
    const count = Math.max(1, Math.min(chunk, Math.ceil((witnesses - have) * requestsPerWitness)));
    const first = next;
    await database.transaction(async (tx) => {
      for (const [table, trigger] of triggers)
        await tx.script(`alter table ${table} enable always trigger ${trigger}`);
      await tx.rows(sql`set local session_replication_role = replica`);
      const requests = sql`with ${of}, numbers as
        (select n, ${`batch-${first}-`}::text || (n - ${first}::bigint) / ${batchRequests}::bigint as batch_id
          from generate_series(${first}::bigint, ${first + count - 1}::bigint) n), r as (${numbered(at)})`;
      for (const statement of statements) await tx.rows(sql`${requests} ${statement}`);
      await addBatches(tx, `batch-${first}-`);
    });
    next += count;
  }
  await database.rows(sql`vacuum analyze`);
  return next;
}

/** The batches of the witnesses that name them, with their trees: so their proofs are those that a service answers. */
async function addBatches(tx: Queries, prefix: string): Promise<void> {
  const batches = await tx.rows<{ id: string; at: Date; hashes: readonly string[] }>(
    sql`select merkle_batch_id as id, max(merkle_created_at) as at, jsonb_agg(hash) as hashes from witnesses
      where merkle_batch_id like ${`${prefix}%`} group by merkle_batch_id`,
  );
  await insertRows(
    tx,
    'merkle_batches',
    batches.map(({ id, at, hashes }) => {
      const { root, nodes } = buildMerkleTree(hashes);
      return {
        id,
        merkle_root: root,
        size: hashes.length,
        tx_hash: `0x${root}`,
        network: 421614,
        created_at: at,
        other_hashes: [],
        tree: `\\x${nodes.toString('hex')}`,
        proofs_stored: false,
      };
    }),
  );
}

async function countWitnesses(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: string }>(sql`select count(*) as count from witnesses`);
  return Number(row?.count);
}

async function addSigners(database: Database, { organization }: Owners): Promise<void> {
  await database.rows(sql`
    insert into subjects (id, common_name, serial_number, rfc, evm_address, country, search_common_name,
      search_email_address, search_rfc, created_at, updated_at)
    select 'f' || lpad(to_hex(n), 23, '0'), 'Firmante ' || n, 'XAXX010101HNEXXXA4', 'XAXX010101000',
      '0xf' || lpad(to_hex(n), 39, '0'), 'MX', 'firmante ' || n, '', 'xaxx010101000', now(), now()
    from generate_series(0, ${signers - 1}::bigint) n`);
  await database.rows(sql`
    insert into organization_links (id, organization_id, subject_id, created_at, updated_at)
    select id, ${organization}, id, now(), now() from subjects where id like 'f00000%'`);
}

const hashOf = (kind: string, value: string): string =>
  `encode(sha256(('${kind} ' || ${value})::text::bytea), 'hex')`;

const invite = `(select r.*, k, lpad(to_hex(r.n * 2 + k), 24, '0') as invite_id,
    case when k = 1 and r.n % 1000 = 1 then (select signer from owners)
      else 'f' || lpad(to_hex((r.n * 2 + k) * 7919 % ${signers}), 23, '0') end as subject_id,
    not r.draft and (k = 0 or not (r.rejected or r.open)) as signed
  from r cross join (values (0), (1)) as sides (k)) i`;

/** They begin with their second, as those of the service do. */
const documentWitness = "second || 'd' || right(id, 15)";
const signatureWitness = "second || 'e' || right(invite_id, 15)";

/** Leaves stand in the order of their hashes. */
const leaf = '(row_number() over (partition by batch_id order by hash collate "C") - 1)::integer';

const statements = [
  `insert into contents (content_key, organization_id, size, md5, sha256, created_at)
  select 'content-' || n, organization_id, 20000, '', ${hashOf('content', 'n')}, at from r`,
  `insert into signature_requests (id, organization_id, name, search_name, draft, nom151, finalized, anonymous_key,
    content_id, content_kind, content_key, witness_id, signed_at, rejected_at, finalized_at, created_at, updated_at)
  select id, organization_id, name, lower(name), draft, false, not (draft or rejected or open), 'key-' || n, id,
    'pdf', 'content-' || n, case when not (draft or rejected or open) then ${documentWitness} end,
    case when not (draft or rejected or open) then at end, case when rejected then at end,
    case when not (draft or rejected or open) then at end, at, at
  from (select r.*, (array['Contrato', 'Convenio', 'Orden de cambio', 'Acta'])[n % 4 + 1] || ' ' || n || ', cliente '
    || n * 7919 % 40009 as name from r) r`,
  `insert into invites (id, signature_request_id, subject_id, status, signature, witness_id, signed_at, rejected_at,
    created_at, updated_at)
  select invite_id, id, subject_id,
    case when signed then 'WITNESSED' when rejected then 'REJECTED' else 'PENDING' end,
    case when signed then repeat(${hashOf('signature', 'n')}, 8) end,
    case when signed then ${signatureWitness} end, case when signed then at end,
    case when rejected and not signed then at end, at, at
  from ${invite}`,
  `insert into witnesses (id, organization_id, kind, hash, signature_request_id, merkle_batch_id, merkle_leaf_index,
    merkle_nom151_provider, merkle_algorithm, merkle_created_at, merkle_updated_at, timestamped_at, created_at, updated_at)
  select witness_id, organization_id, kind, hash, request_id, batch_id, ${leaf}, 'Prestador', 'ascii-hex-sorted/1',
    at, at, at, at, at
  from (select ${documentWitness} as witness_id, organization_id, 'document' as kind, ${hashOf('document', 'n')} as hash,
      id as request_id, batch_id, at from r where not (draft or rejected or open)
    union all select ${signatureWitness}, organization_id, 'signature', ${hashOf('invite', "n || '-' || k")}, id, batch_id, at
      from ${invite} where signed) preserved`,
].map(raw);
