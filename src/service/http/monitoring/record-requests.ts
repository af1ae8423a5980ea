import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { secure } from '../guards/headers.ts';
import type { Log, RequestFacts } from './log.ts';
import type { Metrics } from './metrics.ts';

interface RecordingDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds, never going back. */
  readonly tick: () => number;
  /** Whether a connection ends with its answer. */
  readonly closesConnections: () => boolean;
}

const requestIdHeader = 'x-request-id';

/** Gives every request an id, and every answer the headers that all have; counts and logs it (Rule ST-50). */
export function recordRequests({
  log,
  metrics,
  tick,
  closesConnections,
}: RecordingDeps): MiddlewareHandler<{ Variables: RequestFacts }> {
  return async (context, next) => {
    const start = tick();
    const requestId = requestIdOf(context.req.header(requestIdHeader));
    context.set('requestId', requestId);
    await next();
    secure(context.res);
    const { headers, status } = context.res;
    headers.set(requestIdHeader, requestId);
    if (closesConnections()) headers.set('connection', 'close');
    const milliseconds = tick() - start;
    const { operation } = context.var as Partial<RequestFacts>; // unset where none was called
    metrics.count({ operation, status, seconds: milliseconds / 1000 });
    logRequest(log, context.req.method, context.var, status, milliseconds);
  };
}

/** The caller's own id where it is short and plain, so that it can be found in both logs; otherwise a new one. */
function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w.:+=/-]{1,128}$/.test(sent) ? sent : randomUUID();
}

function logRequest(
  log: Log,
  method: string,
  facts: Partial<RequestFacts>,
  status: number,
  milliseconds: number,
): void {
  const { requestId, route, operation, caller, unknown, injectedFault } = facts;
  const who = caller?.kind === 'key' ? caller.keyId : caller?.kind === 'token' ? caller.subjectId : undefined;
  const line = {
    requestId,
    method,
    route,
    operation,
    who,
    status,
    injectedFault,
    ms: Math.round(milliseconds),
  };
  if (unknown && unknown.length > 0) log.info({ ...line, unknown: unknown.length }, 'unknown parameters');
  else if (status >= 500) log.warn(line, 'answered');
  else log.debug(line, 'answered');
}
