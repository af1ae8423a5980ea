import { randomUUID } from 'node:crypto';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Span } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';
import { currentTraceId, traced, traceOf } from '../../tracing/spans.ts';
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

/** Gives every request an id, and every answer the headers that all have; counts, traces and logs it (Rule ST-50). */
export function recordRequests({
  log,
  metrics,
  tick,
  closesConnections,
}: RecordingDeps): MiddlewareHandler<{ Variables: RequestFacts }> {
  return (context, next) => {
    const start = tick();
    const { method, raw } = context.req;
    const requestId = requestIdOf(context.req.header(requestIdHeader));
    context.set('requestId', requestId);
    return traced(method, { kind: SpanKind.SERVER, parent: traceOf(raw.headers) }, async (span) => {
      await next();
      secure(context.res);
      const { headers, status } = context.res;
      headers.set(requestIdHeader, requestId);
      if (closesConnections()) headers.set('connection', 'close');
      const milliseconds = tick() - start;
      const { operation } = context.var as Partial<RequestFacts>; // unset where none was called
      metrics.count({ operation, status, seconds: milliseconds / 1000 });
      describeSpan(span, method, context.var, status);
      logRequest(log, method, context.var, status, milliseconds);
    });
  };
}

function describeSpan(span: Span, method: string, facts: Partial<RequestFacts>, status: number): void {
  const { requestId, route, operation } = facts;
  if (route !== undefined) span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.response.status_code': status,
    ...(route !== undefined && { 'http.route': route }),
    ...(operation !== undefined && { 'testigo.operation': operation }),
    ...(requestId !== undefined && { 'testigo.request_id': requestId }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
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
    traceId: currentTraceId(),
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
