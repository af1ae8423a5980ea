import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span } from '@opentelemetry/api';

// Spans of OpenTelemetry. Without an exporter (`export.ts`) all of this does nothing. No attribute has a query, a
// header, a value of a statement or a message of an error: keys and names stand in those.

const tracer = trace.getTracer('testigo');

interface SpanAbout {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Whose part it is; what runs now without it. */
  readonly parent?: Context;
}

/** Runs a piece of work as a span; what it starts itself becomes part of it. */
export function traced<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active() }: SpanAbout,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      const type = error instanceof Error ? error.name : typeof error;
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A step of a job: a trace of its own, whichever request woke the job. */
export const tracedStep = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  traced(name, { parent: ROOT_CONTEXT }, work);

/** A call to somebody else, where it is a part of something that is traced: a look of a job that finds nothing is none. */
export function tracedCall<T>(name: string, attributes: Attributes, call: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()?.isRecording()) return call();
  return traced(name, { kind: SpanKind.CLIENT, attributes }, call);
}

/** The trace that a request says it belongs to (W3C Trace Context). */
export const traceOf = (headers: Headers): Context =>
  propagation.extract(ROOT_CONTEXT, headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });

/** Undefined where nothing is traced. */
export function currentTraceId(): string | undefined {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span.spanContext().traceId : undefined;
}
