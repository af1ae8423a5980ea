import { isMerkleTree } from '../../authorities/trees/merkle-tree.ts';
import {
  externalHolds,
  imprintOf,
  inspectContent,
  readCheckpoints,
} from '../../commands/evidence/inspect.ts';
import type { StoredContent, StoredWitness } from '../../commands/evidence/inspect.ts';
import type { Service } from '../../handlers/ports.ts';
import { nextTurn } from '../../next-turn.ts';
import { readCasesOrganization } from '../../seed/demo.ts';
import type { Queries } from '../../storage/database/queries.ts';
import { sql } from '../../storage/database/sql.ts';
import type { Sql } from '../../storage/database/sql.ts';
import { proofColumns, proofHolds } from '../../storage/tables/merkle-proofs.ts';
import type { StoredTree } from '../merkle-trees.ts';

/** What a process recomputed of what is stored, and what of it does not hold. */
export interface AuditState {
  /** Witnesses, trees of batches, and documents. */
  readonly verified: number;
  /** Sentences, by the witness, batch or document that they are about. */
  readonly findings: ReadonlyMap<string, string>;
}

/** Recomputes a sample of what is stored at each look, and what did not hold before (Rule ST-51). */
export interface SampleAudit {
  look(): Promise<void>;
  state(): AuditState;
}

/** What is recomputed in one look. */
export interface SampleSizes {
  readonly witnesses: number;
  readonly batches: number;
  readonly documents: number;
}

interface SampledWitness extends StoredWitness {
  readonly nom151_token: string | null;
  readonly batch_token: string | null;
}

/** @param onFinding called once for whatever is found not to hold */
export function createSampleAudit(
  { database, objects }: Pick<Service, 'database' | 'objects'>,
  onFinding: (text: string) => void,
  sizes: SampleSizes = { witnesses: 50, batches: 2, documents: 1 },
): SampleAudit {
  const findings = new Map<string, string>();
  let verified = 0;
  let cases: string | undefined;
  const note = (key: string, text: string | undefined): void => {
    verified += 1;
    if (text !== undefined && findings.get(key) !== text) onFinding(text);
    if (text === undefined) findings.delete(key);
    else findings.set(key, text);
  };
  return {
    state: () => ({ verified, findings }),
    async look() {
      cases ??= await readCasesOrganization(database);
      const before = [...findings.keys()];
      const gone = new Set(before);
      const witnesses = await drawWitnesses(database, { size: sizes.witnesses, cases, before });
      const checkpoints = await readCheckpoints(database, witnesses);
      for (const witness of witnesses) {
        gone.delete(witness.id);
        note(witness.id, faultOf(witness, checkpoints));
        await nextTurn();
      }
      for (const { id, tree, size, root } of await drawTrees(database, sizes.batches, before)) {
        gone.delete(id);
        const holds = isMerkleTree(tree, size, root);
        note(id, holds ? undefined : `The stored tree of batch ${id} does not hold.`);
        await nextTurn();
      }
      for (const content of await drawContents(database, sizes.documents, before)) {
        gone.delete(content.content_key);
        const { text, isRead } = await inspectContent({ database, objects }, content);
        // A store that is away says nothing of its documents.
        if (isRead) note(content.content_key, text);
      }
      // What was removed meanwhile is no evidence of anything any more.
      for (const key of gone) findings.delete(key);
    },
  };
}

/** Rows of a table that are read as a whole rather than by a part of its pages. */
const smallTable = 10_000;

/**
 * A share of a table's pages that has about so many rows, wherever they are: PostgreSQL draws pages, and reads no others.
 *
 * @param size rows
 */
async function pagesOf(
  queries: Queries,
  table: 'witnesses' | 'merkle_batches' | 'contents',
  size: number,
): Promise<Sql> {
  const [row] = await queries.rows<{ rows: number }>(
    sql`select reltuples::double precision as rows from pg_class where oid = ${table}::regclass`,
  );
  const rows = row?.rows ?? 0;
  // Twice as many, since pages have different numbers of rows and some rows have nothing to verify.
  const percent = rows < smallTable ? 100 : Math.min(100, (200 * size) / rows);
  return sql`tablesample system (${percent}::double precision)`;
}

async function drawWitnesses(
  queries: Queries,
  {
    size,
    cases,
    before,
  }: { readonly size: number; readonly cases: string; readonly before: readonly string[] },
): Promise<SampledWitness[]> {
  const drawn = await queries.rows<{ id: string }>(sql`select w.id
    from witnesses w ${await pagesOf(queries, 'witnesses', size)}
    where (w.merkle_batch_id is not null or w.external_leaf_index is not null or w.nom151_token is not null)
      and w.organization_id <> ${cases} order by random() limit ${size}::bigint`);
  const ids = [...new Set([...before, ...drawn.map(({ id }) => id)])];
  return queries.rows<SampledWitness>(sql`select w.id, w.organization_id, w.merkle_batch_id, ${proofColumns},
      w.external_leaf_index, w.external_left_hashes, w.external_right_hashes, w.external_root,
      w.nom151_token, b.nom151_token as batch_token
    from witnesses w left join merkle_batches b on b.id = w.merkle_batch_id where w.id = any(${ids}::text[])`);
}

async function drawTrees(queries: Queries, size: number, before: readonly string[]): Promise<StoredTree[]> {
  const drawn = await queries.rows<{ id: string }>(sql`select id
    from merkle_batches ${await pagesOf(queries, 'merkle_batches', size)}
    where tree is not null order by random() limit ${size}::bigint`);
  const ids = [...new Set([...before, ...drawn.map(({ id }) => id)])];
  return queries.rows<StoredTree>(sql`select id, tree, size, merkle_root as root from merkle_batches
    where tree is not null and id = any(${ids}::text[])`);
}

async function drawContents(
  queries: Queries,
  size: number,
  before: readonly string[],
): Promise<StoredContent[]> {
  const columns = sql`content_key, size, sha256`;
  return queries.rows<StoredContent>(sql`
    (select ${columns} from contents ${await pagesOf(queries, 'contents', size)} order by random() limit ${size}::bigint)
    union select ${columns} from contents where content_key = any(${[...before]}::text[])`);
}

/** What of a witness does not hold, as a sentence. */
function faultOf(row: SampledWitness, sizes: ReadonlyMap<string, number>): string | undefined {
  const { hash, merkle_root: root, nom151_token: token, batch_token: batchToken } = row;
  const fails = {
    'Merkle proof': row.merkle_batch_id !== null && !proofHolds(row),
    "proof in the third party's tree": row.external_leaf_index !== null && !externalHolds(row, { sizes }),
    'time-stamp': token !== null && imprintOf(token) !== hash,
    'time-stamp of the batch': batchToken !== null && imprintOf(batchToken) !== root,
  };
  const names = Object.entries(fails).flatMap(([name, isFault]) => (isFault ? [name] : []));
  return names.length === 0 ? undefined : `Of witness ${row.id} does not hold: ${names.join(', ')}.`;
}
