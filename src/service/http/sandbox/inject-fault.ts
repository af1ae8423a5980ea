import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../service-error.ts';
import { answerError } from '../answer.ts';
import type { InjectedFault } from './fault-plans.ts';
import { secure } from '../guards/headers.ts';
import type { RequestFacts } from '../monitoring/log.ts';
import { corruptJson } from './corrupt-json.ts';

/** An injected cut where there is no connection to close: the caller gets no answer. */
export class Cut extends Error {
  override readonly name = 'Cut';
}

type RequestContext = Context<{ Variables: RequestFacts }>;

/** Names the fault of an answer that is one on purpose. */
const mark = 'testigo-fault';

/**
 * Answers a call with an injected fault (Rule ST-20). A refusal or a cut before the call leaves everything as it was.
 * A fault that corrupts an answer does so after the operation was carried out or refused.
 *
 * @throws Cut where the caller came without a connection
 */
export async function injectFault(
  injected: InjectedFault,
  context: RequestContext,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const { delay, fault } = injected;
  context.set('injectedFault', [delay > 0 ? 'delay' : undefined, fault].filter(Boolean).join(' '));
  if (delay > 0) await wait(delay);
  switch (fault) {
    case undefined:
      return carryOut();
    case 'cut-before':
      return cut(context);
    case 'cut-after': {
      const answer = await settled(carryOut);
      await answer.body?.cancel();
      return cut(context);
    }
    case 'half-body':
      return halve(await settled(carryOut), context);
    case 'malformed-json':
    case 'unknown-fields':
    case 'wrong-types':
    case 'null-fields':
    case 'null':
      return corrupt(await settled(carryOut), fault, injected.draw);
    default:
      return marked(answerError(refusals[fault](injected.retryAfter)), fault);
  }
}

const purpose = 'injected by the rules of /sandbox/faults';
const refuse =
  (name: ConstructorParameters<typeof ServiceError>[0], message: string) =>
  (retryAfter?: number): ServiceError =>
    new ServiceError(name, `${message}; ${purpose}.`, {
      rule: 'ST-20',
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
const without = (make: (retryAfter?: number) => ServiceError) => (): ServiceError => make();

const refusals = {
  '401': without(refuse('unauthenticated', 'The key is not known')),
  '403': without(refuse('forbidden', 'This is not yours to do')),
  '404': without(refuse('not-found', 'There is nothing of that name')),
  '409': without(refuse('conflict', 'It is in another state')),
  '413': without(refuse('too-large', 'The body is too large')),
  '422': without(refuse('unprocessable', 'The input breaks a rule')),
  '429': refuse('too-many-requests', 'Too many requests with this key'),
  '429-bare': without(refuse('too-many-requests', 'Too many requests with this key')),
  '500': without(refuse('internal', 'The service failed')),
  '503': refuse('unavailable', 'The service is not available'),
} satisfies Record<string, (retryAfter: number) => ServiceError>;

/** What the operation answers, its refusal included. A defect stays one. */
async function settled(carryOut: () => Promise<Response>): Promise<Response> {
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof ServiceError) return answerError(error);
    throw error;
  }
}

function cut(context: RequestContext): Response {
  const outgoing = wireOf(context);
  if (!outgoing) throw new Cut('The connection was cut on purpose.');
  outgoing.socket?.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** The head of the whole answer, half of its bytes, and the end of the connection. */
async function halve(answer: Response, context: RequestContext): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.byteLength === 0) return answer;
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  const headers = new Headers(answer.headers);
  headers.set('content-length', String(bytes.byteLength));
  const cut = marked(new Response(null, { status: answer.status, headers }), 'half-body');
  const outgoing = wireOf(context);
  if (!outgoing) return new Response(breaking(half), { status: cut.status, headers: cut.headers });
  outgoing.writeHead(cut.status, Object.fromEntries(secure(cut).headers));
  outgoing.write(half, () => outgoing.socket?.destroy());
  return RESPONSE_ALREADY_SENT;
}

function breaking(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let hasSent = false;
  return new ReadableStream({
    pull(controller) {
      if (hasSent) controller.error(new Cut('The connection was cut on purpose.'));
      else controller.enqueue(bytes);
      hasSent = true;
    },
  });
}

async function corrupt(
  answer: Response,
  fault: Parameters<typeof corruptJson>[1],
  draw: InjectedFault['draw'],
): Promise<Response> {
  const text = await answer.text();
  // Nothing to corrupt: the answer to HEAD.
  if (text === '') return answer;
  const corrupted = new Response(corruptJson(text, fault, draw), {
    status: answer.status,
    headers: answer.headers,
  });
  return marked(corrupted, fault);
}

function marked(answer: Response, fault: string): Response {
  answer.headers.set(mark, fault);
  return answer;
}

/** The connection of the caller, where the service is reached by one. */
function wireOf(context: RequestContext): ServerResponse | undefined {
  // Set by the server's adaptor; who calls the app as a function sets none.
  const bindings = context.env as Partial<HttpBindings> | undefined;
  const outgoing = bindings?.outgoing;
  // The other kind is of HTTP/2, which is not served.
  return outgoing && 'strictContentLength' in outgoing ? outgoing : undefined;
}
