import { AuthorityFailure, sendPost } from './send.ts';

/** Answer of a node of Ethereum's JSON-RPC. */
export interface RpcClient {
  /**
   * @throws RpcRefusal where the node answers with an error
   * @throws AuthorityFailure where it does not answer
   */
  request(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

/** The node understood and refuses. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const timeoutMs = 15_000;

export function openRpc(address: URL): RpcClient {
  let id = 0;
  return {
    async request(method, ...params) {
      id += 1;
      const bytes = await sendPost(address, {
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        timeoutMs,
      });
      return readAnswer(address, method, bytes);
    },
  };
}

function readAnswer({ host }: URL, method: string, bytes: Uint8Array): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new AuthorityFailure(`${host} answers ${method} with what is not JSON.`);
  }
  if (typeof answer !== 'object' || answer === null || !('result' in answer || 'error' in answer))
    throw new AuthorityFailure(`${host} answers ${method} with what is no answer of JSON-RPC.`);
  if ('error' in answer && answer.error !== null && answer.error !== undefined) {
    const { code, message } = answer.error as { code?: unknown; message?: unknown }; // looked at below
    throw new RpcRefusal(
      typeof code === 'number' ? code : 0,
      `${host} refuses ${method}: ${typeof message === 'string' ? message.slice(0, 200) : 'without a reason'}.`,
    );
  }
  return 'result' in answer ? answer.result : null;
}

/** A whole number in hexadecimal. @throws AuthorityFailure */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value))
    throw new AuthorityFailure(`The node answers no number for ${what}.`);
  return BigInt(value);
}

/** A hash of 32 bytes in hexadecimal. @throws AuthorityFailure */
export function readHash(value: unknown, what: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value))
    throw new AuthorityFailure(`The node answers no hash for ${what}.`);
  return value.toLowerCase();
}

/** A member of an answer that may have it. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // an object, whatever it has
}
