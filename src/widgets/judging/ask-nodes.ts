import { followUpQuestions } from '#proofs/chain-questions.ts';
import type { Json } from '#proofs/json.ts';
import { readJson } from '#proofs/json.ts';
import { isObject, type RpcExchange, type RpcQuestion } from '#proofs/rpc.ts';

/** A node that the reader named. Its address may hold a key: what leaves this file is its host alone. */
export interface RpcNodeAddress {
  readonly network: number;
  /** https, or http to loopback. */
  readonly url: string;
}

/** Why an address is not one that may be asked. */
export type NodeFault = 'not-an-address' | 'not-https' | 'has-credentials';

/** Reads what a person typed as the address of a node. */
export function readNodeAddress(typed: string): { url: string; host: string } | { fault: NodeFault } {
  const text = typed.trim();
  if (!URL.canParse(text)) return { fault: 'not-an-address' };
  const url = new URL(text);
  if (url.username || url.password) return { fault: 'has-credentials' };
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return { fault: 'not-https' };
  return { url: url.href, host: url.host };
}

const timeoutMilliseconds = 15_000;
/** Calls to one node at a time. */
const atOnce = 4;
/** Questions for one judgement; a token with more blocks is read from the service's own list. */
const mostQuestions = 2000;

/**
 * Asks each node everything that concerns its network, then what its answers lead to. A node that fails gives an
 * exchange with an error, which the proofs read as "could not check".
 */
export async function askNodes(
  nodes: readonly RpcNodeAddress[],
  questions: readonly RpcQuestion[],
  host: { readonly fetch: typeof fetch; readonly now: () => number },
  signal?: AbortSignal,
): Promise<RpcExchange[]> {
  const answers = await Promise.all(
    nodes.map(async (node) => {
      const mine = questions.filter(({ network }) => network === node.network).slice(0, mostQuestions);
      const first = await askAll(node, mine, host, signal);
      const more = followUpQuestions(first).slice(0, mostQuestions);
      return [...first, ...(await askAll(node, more, host, signal))];
    }),
  );
  return answers.flat();
}

async function askAll(
  node: RpcNodeAddress,
  questions: readonly RpcQuestion[],
  host: { readonly fetch: typeof fetch; readonly now: () => number },
  signal: AbortSignal | undefined,
): Promise<RpcExchange[]> {
  const left = [...questions.entries()];
  const answers: RpcExchange[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, question] = next;
      answers[at] = await askOne(node, question, host, signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

async function askOne(
  { url }: RpcNodeAddress,
  question: RpcQuestion,
  host: { readonly fetch: typeof fetch; readonly now: () => number },
  signal: AbortSignal | undefined,
): Promise<RpcExchange> {
  const asked = { ...question, rpc: new URL(url).host, at: new Date(host.now()).toISOString() };
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await host.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: question.method, params: question.params }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.status === 429) return { ...asked, error: 'rate-limit' };
    if (!response.ok) return { ...asked, error: `HTTP ${response.status}` };
    return { ...asked, ...readAnswer(readJson(await response.text(), 'RPC answer')) };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ...asked, error: timeout.aborted ? 'timeout' : 'unreachable' };
  }
}

function readAnswer(answer: Json): { result: Json } | { error: string } {
  if (!isObject(answer)) return { error: 'no answer' };
  const { result, error } = answer;
  if (result !== undefined && error === undefined) return { result };
  const message = isObject(error) ? error.message : undefined;
  return { error: typeof message === 'string' ? message.slice(0, 200) : 'no answer' };
}
