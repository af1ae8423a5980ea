import { isoOf } from '#clock/instants.ts';
import { followUpQuestions } from '#proofs/chain/chain-queries.ts';
import { readJson, type Json, type JsonObject } from '#proofs/encoding/json.ts';
import { isObject, type RpcExchange, type RpcQuestion } from '#proofs/chain/rpc.ts';
import type { RpcNodeAddress } from './node-address.ts';

export { readNodeAddress, type NodeFault, type RpcNodeAddress } from './node-address.ts';

const timeoutMilliseconds = 15_000;
/** Calls to one node at a time. */
const atOnce = 4;
/** Questions that go in one call, where there are so many that it is worth it and the node takes them. */
const together = 50;
/** Questions for one verification; a token with more blocks is read from the service's own list. */
const mostQuestions = 12_000;

export interface NodeHost {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Reads a long text elsewhere than on the page; undefined: it cannot be read. */
  readonly readLong?: (text: string) => Promise<Json | undefined>;
}

/** Questions that were put to all nodes so far, and those that are known to be put. */
export type NodeProgress = (requested: number, of: number) => void;

/**
 * Asks each node everything that concerns its network, then what its answers lead to. A node that fails gives an
 * exchange with an error, which the proofs read as "could not check".
 */
export async function askNodes(
  nodes: readonly RpcNodeAddress[],
  questions: readonly RpcQuestion[],
  host: NodeHost,
  signal?: AbortSignal,
  progress?: NodeProgress,
): Promise<RpcExchange[]> {
  let [requested, of] = [0, 0];
  const done = (count: number): void => progress?.((requested += count), of);
  const answers = await Promise.all(
    nodes.map(async (node) => {
      const askMine = (list: readonly RpcQuestion[]): Promise<RpcExchange[]> => {
        of += list.length;
        done(0);
        return askAll({ node, host, signal, done }, list);
      };
      const mine = questions.filter(({ network }) => network === node.network).slice(0, mostQuestions);
      const first = await askMine(mine);
      return [...first, ...(await askMine(followUpQuestions(first).slice(0, mostQuestions)))];
    }),
  );
  return answers.flat();
}

/** What every call to one node needs. */
interface NodeContext {
  readonly node: RpcNodeAddress;
  readonly host: NodeHost;
  readonly signal: AbortSignal | undefined;
  readonly done: (count: number) => void;
}

/** All questions in their order; many of them together, until the node shows that it does not take that. */
async function askAll(context: NodeContext, questions: readonly RpcQuestion[]): Promise<RpcExchange[]> {
  let size = questions.length > together ? together : 1;
  let next = 0;
  const answers: RpcExchange[] = [];
  const work = async (): Promise<void> => {
    while (next < questions.length) {
      const from = next;
      const some = questions.slice(from, from + size);
      next += some.length;
      const reply = some.length > 1 ? await askTogether(context, some) : undefined;
      if (some.length > 1 && reply === undefined) size = 1;
      for (const [at, question] of some.entries()) {
        // A question that the list of answers leaves out is sent again, alone.
        answers[from + at] = reply?.[at] ?? (await askOne(context, question));
        context.done(1);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

/**
 * Several questions in one call (JSON-RPC 2.0 §6); the answers may come in any order.
 *
 * @returns undefined where the node gave no list of answers: each question is then sent alone
 */
async function askTogether(
  context: NodeContext,
  questions: readonly RpcQuestion[],
): Promise<readonly (RpcExchange | undefined)[] | undefined> {
  const calls = questions.map(({ method, params }, at) => ({ jsonrpc: '2.0', id: at + 1, method, params }));
  const reply = await post(context, calls);
  if (reply.error !== undefined) {
    // A node that is down or has had enough is not called fifty times more.
    return reply.error.startsWith('HTTP 4')
      ? undefined
      : questions.map((question) => ({ ...question, ...reply.requested, error: reply.error }));
  }
  if (!Array.isArray(reply.answer)) return undefined;
  const byId = new Map<Json | undefined, JsonObject>();
  // isArray drops readonly
  for (const one of reply.answer as readonly Json[]) if (isObject(one)) byId.set(one.id, one);
  return questions.map((question, at) => {
    const answer = byId.get(at + 1);
    return answer && { ...question, ...reply.requested, ...withoutLists(readAnswer(answer)) };
  });
}

async function askOne(context: NodeContext, question: RpcQuestion): Promise<RpcExchange> {
  const { method, params } = question;
  const { requested, answer, error } = await post(context, { jsonrpc: '2.0', id: 1, method, params });
  return { ...question, ...requested, ...(error === undefined ? readAnswer(answer) : { error }) };
}

type Reply = { readonly requested: Pick<RpcExchange, 'rpc' | 'at'> } & (
  | { readonly answer: Json; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: string }
);

async function post({ node: { url }, host, signal }: NodeContext, body: Json): Promise<Reply> {
  const requested = { rpc: new URL(url).host, at: isoOf(host.now()) };
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await host.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status === 429) return { requested, error: 'rate-limit' };
    if (!response.ok) return { requested, error: `HTTP ${response.status}` };
    const answer = await read(await response.text(), host);
    signal?.throwIfAborted();
    return answer === undefined ? { requested, error: 'no answer' } : { requested, answer };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { requested, error: timeout.aborted ? 'timeout' : 'unreachable' };
  }
}

/** From this length a text takes longer to read than a frame lasts. */
const longText = 200_000;

async function read(text: string, { readLong }: NodeHost): Promise<Json | undefined> {
  return readLong && text.length > longText ? readLong(text) : readJson(text, 'RPC answer');
}

function readAnswer(answer: Json): { result: Json } | { error: string } {
  if (!isObject(answer)) return { error: 'no answer' };
  const { result, error } = answer;
  if (result !== undefined && error === undefined) return { result };
  const message = isObject(error) ? error.message : undefined;
  return { error: typeof message === 'string' ? message.slice(0, 200) : 'no answer' };
}

/** Of thousands of blocks, what else stands in them is dropped: no check looks at it. */
function withoutLists(answer: ReturnType<typeof readAnswer>): ReturnType<typeof readAnswer> {
  if (!('result' in answer) || !isObject(answer.result) || !('parentHash' in answer.result)) return answer;
  const header = Object.entries(answer.result).filter(([, value]) => !Array.isArray(value));
  return { result: Object.fromEntries(header.filter(([name]) => name !== 'logsBloom')) };
}
