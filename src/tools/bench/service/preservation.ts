import { identifier, sql } from '#service/storage/database/sql.ts';
import type { SandboxAnchors } from '#contract/sandbox/sandbox.ts';
import { firstQuestions, followUpQuestions } from '#proofs/chain/chain-queries.ts';
import { checkEvidence } from '#proofs/check-evidence.ts';
import type { Json } from '#proofs/encoding/json.ts';
import { readCertificateInput } from '#proofs/pki/certificate/certificate.ts';
import { standard } from '#proofs/policy/policy.ts';
import type { WitnessFacts } from '#proofs/evidence/facts.ts';
import { readWitnessFacts } from '#proofs/evidence/read-facts.ts';
import type { RpcExchange, RpcQuestion } from '#proofs/chain/rpc.ts';
import type { Database } from '#service/storage/database/database.ts';
import type { LoadClient } from './client.ts';

export interface WitnessFound {
  readonly id: string;
  readonly merkleized?: object | null;
  readonly witnessExternal?: object | null;
}

/** Whether it has what it waits for: every witness of the load waits for a batch or for the third party's tree. */
const isPreserved = ({ merkleized, witnessExternal }: WitnessFound): boolean =>
  merkleized != null || witnessExternal != null;

/** Most ids that one call asks for. */
const idsOfCall = 100;

/**
 * Waits until every witness that was made since an instant is preserved.
 *
 * @param patience milliseconds
 * @returns all of them as they are then, and how long it took
 */
export async function waitUntilPreserved(
  client: LoadClient,
  since: string,
  patience: number,
): Promise<{ readonly preserved: WitnessFound[]; readonly waiting: WitnessFound[]; readonly took: number }> {
  const started = performance.now();
  const read = async (filter: Record<string, unknown>, page: number): Promise<WitnessPage> => {
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, JSON.stringify(value)])),
      pagination: JSON.stringify({ page, size: idsOfCall }),
      sort: JSON.stringify({ field: 'createdAt', order: 'asc' }),
    });
    const { status, body } = await client.ask('(preserved)', 'GET', `/witnesses?${query}`);
    if (status !== 200) throw new Error(`The witnesses were answered ${status} after the load.`);
    return body as WitnessPage; // as the interface says
  };
  const found: WitnessFound[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { info, results } = await read({ createdAt: { gte: since } }, page);
    pages = info.pages;
    found.push(...results);
  }
  const preserved = found.filter(isPreserved);
  let waiting = found.filter((one) => !isPreserved(one));
  while (waiting.length > 0 && performance.now() - started < patience) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const still: WitnessFound[] = [];
    for (let at = 0; at < waiting.length; at += idsOfCall) {
      const ids = waiting.slice(at, at + idsOfCall).map(({ id }) => id);
      const { results } = await read({ _id: { in: ids } }, 1);
      for (const one of results) (isPreserved(one) ? preserved : still).push(one);
    }
    waiting = still;
  }
  return { preserved, waiting, took: performance.now() - started };
}

interface WitnessPage {
  readonly info: { readonly pages: number };
  readonly results: WitnessFound[];
}

/**
 * Recomputes every proof with the proofs of the product: the path to the root of its batch, the time-stamps over hash
 * and root, the path to the checkpoint of the third party's tree, and what the sandbox's node says of both.
 *
 * @returns how many checks passed, by their name, and one line for each that did not
 */
export async function recomputeProofs(
  client: LoadClient,
  origin: string,
  witnesses: readonly WitnessFound[],
): Promise<{ readonly passed: ReadonlyMap<string, number>; readonly wrong: string[] }> {
  const anchors = (await (await fetch(`${origin}/sandbox/anchors`)).json()) as SandboxAnchors;
  const trust = anchors.anchors.map(({ title, use, pem }) => ({
    title,
    use,
    certificate: readCertificateInput(pem),
  }));
  const { range, endorsers, recipe, version } = anchors;
  const contracts = { endorsers, ...(range && { range }) };
  // Blocks are at least a second apart: those of a busy while lie ahead of the clock, and are final when it is there.
  await fetch(`${origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 86_400 }),
  });
  const ask = askNode(origin);
  const tokenOver = readTokens(client);
  const passed = new Map<string, number>();
  const wrong: string[] = [];
  for (const witness of witnesses) {
    const evidence = { witness: await withTokens(readWitnessFacts(witness as unknown as Json), tokenOver) };
    const first = await ask(firstQuestions(evidence, contracts));
    const exchanges = [...first, ...(await ask(followUpQuestions(first)))];
    const report = checkEvidence(evidence, {
      policy: standard,
      now: Date.now() + 86_400_000,
      anchors: trust,
      trustVersion: version,
      recipe,
      ...contracts,
      exchanges,
      build: 'bench/1',
    });
    for (const { id, status, reason } of report.sections.flatMap(({ checks }) => checks)) {
      if (!/^(?:nom151|merkleized|external)\./.test(id) || status === 'NOT_APPLICABLE') continue;
      if (status === 'PASSED') passed.set(id, (passed.get(id) ?? 0) + 1);
      else wrong.push(`${id} of the witness ${witness.id} is ${status}${reason ? ` (${reason.code})` : ''}`);
    }
  }
  return { passed, wrong };
}

type TokenOver = (hash: string) => Promise<string | undefined>;

/** The certificates that the service has over hashes and roots, hex; each is read once. */
function readTokens(client: LoadClient): TokenOver {
  const known = new Map<string, Promise<string | undefined>>();
  const read = async (hash: string): Promise<string | undefined> => {
    const { status, bytes } = await client.ask('(token)', 'GET', `/nom151-token?hash=${hash}`);
    return status === 200 ? bytes.toString('hex') : undefined;
  };
  return (hash) => {
    const found = known.get(hash) ?? read(hash);
    known.set(hash, found);
    return found;
  };
}

/** The facts with the certificates that they name; lists carry none. */
async function withTokens(facts: WitnessFacts, tokenOver: TokenOver): Promise<WitnessFacts> {
  const { hash, nom151, merkleized } = facts;
  const root = merkleized?.merkleRoot;
  const token = nom151 ? await tokenOver(hash) : undefined;
  const shared = root === undefined ? undefined : await tokenOver(root);
  return {
    ...facts,
    ...(nom151 && token !== undefined && { nom151: { ...nom151, token: token } }),
    ...(merkleized && shared !== undefined && { merkleized: { ...merkleized, token: shared } }),
  };
}

/** Asks the sandbox's node, each question once: many witnesses share a root. */
function askNode(origin: string): (questions: readonly RpcQuestion[]) => Promise<RpcExchange[]> {
  const known = new Map<string, Promise<RpcExchange>>();
  const ask = async ({ network, method, params }: RpcQuestion): Promise<RpcExchange> => {
    const answer = await fetch(`${origin}/sandbox/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result } = (await answer.json()) as { readonly result?: Json };
    const call = { network, method, params, rpc: new URL(origin).host, at: new Date().toISOString() };
    return { ...call, ...(result === undefined ? { error: 'no answer' } : { result }) };
  };
  return (questions) =>
    Promise.all(
      questions.map((question) => {
        const name = JSON.stringify(question);
        const found = known.get(name) ?? ask(question);
        known.set(name, found);
        return found;
      }),
    );
}

/** Tables of work in steps; what is left in them once everything is preserved is dead. */
const jobTables = ['preservation_batches', 'preservation_certificates', 'preservation_checkpoints'] as const;

/** One line for each kind of job that is left; nothing may have the database but this. */
export async function deadJobs(database: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const table of jobTables) {
    const [there] = await database.rows<{ found: boolean }>(
      sql`select to_regclass(${table}) is not null as found`,
    );
    if (!there?.found) continue;
    const [left] = await database.rows<{ count: number; error: string | null }>(
      sql`select count(*) as count, max(last_error) as error from ${identifier(table)}`,
    );
    if (left && left.count > 0)
      lines.push(`${left.count} jobs are left in ${table}: ${left.error ?? 'no error'}`);
  }
  return lines;
}
