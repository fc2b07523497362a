import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { log } from '@/lib/system/log';
import { processFacts } from '@/lib/system/process/process-facts';
import type { SpanName, Tracer } from '@/lib/system/tracing/tracing';

/**
 * Kinds of the spans. SERVER: this process receives a request. CLIENT: it sends a request to the platform.
 * All other spans are INTERNAL.
 */
const kinds: { [Name in SpanName]?: SpanKind } = {
  action: SpanKind.SERVER,
  route: SpanKind.SERVER,
  'quote.answer': SpanKind.SERVER,
  'order.confirm': SpanKind.SERVER,
  'webhook.receive': SpanKind.SERVER,
  'platform.request': SpanKind.CLIENT,
};

/**
 * Creates the tracer that exports spans by OTLP over HTTP, as JSON. The packages of OpenTelemetry read its standard
 * environment variables themselves: address, headers, time-out, sampler, batches, service name and resource attributes.
 * `flush` sends the spans that were not sent yet.
 *
 * The tracer is not registered with the API of OpenTelemetry. If it were registered, Next would export its own spans
 * through it. Next's spans contain whole URLs, such as those of quote links.
 */
export function createTracer(): { tracer: Tracer; flush: () => Promise<void> } {
  const { service, version, host } = processFacts();
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': `daftar-${service}`,
        'service.version': version,
        'host.name': host,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter()))],
  });
  const tracer = provider.getTracer(service, version);
  return {
    flush: () => provider.forceFlush(),
    tracer({ name, facts, parent, links, seconds }) {
      const parentContext = parent === null ? undefined : spanContextOf(parent);
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[name] ?? SpanKind.INTERNAL,
          ...(seconds > 0 && { startTime: Date.now() - seconds * 1_000 }),
          attributes: { ...facts },
          links: links.flatMap((link) => spanContextOf(link) ?? []).map((context) => ({ context })),
        },
        parentContext ? trace.setSpanContext(ROOT_CONTEXT, parentContext) : ROOT_CONTEXT,
      );
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
        note: (more) => void span.setAttributes({ ...more }),
        fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      };
    },
  };
}

const traceparentFormat = /^00-([\da-f]{32})-([\da-f]{16})-0([01])$/;

/** Parses a W3C traceparent that this app has written; undefined if the text has another format. */
function spanContextOf(traceparent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceparentFormat.exec(traceparent) ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number(flags), isRemote: true } : undefined;
}

/**
 * Wraps an exporter so that it logs twice per outage of the collector: at the first failure and at the next
 * success.
 */
function reporting(exporter: SpanExporter): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !isFailing)
          log.warn(
            { error: result.error },
            'spans could not be exported; they are dropped, later spans are tried',
          );
        if (!failed && isFailing) log.info('spans are exported again');
        isFailing = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
