import { randomUUID } from 'node:crypto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/**
 * Sends the spans of `spans.ts` to a collector, by OTLP over HTTP. How many is for the collector, or for
 * `OTEL_TRACES_SAMPLER`.
 *
 * @param url of the collector's traces, such as `http://127.0.0.1:4318/v1/traces`
 * @returns sends what is left, and ends
 */
export function startExport(url: URL): () => Promise<void> {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'testigo', 'service.instance.id': randomUUID() }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: url.href, timeoutMillis: 5_000 }))],
  });
  provider.register();
  return () => provider.shutdown();
}
