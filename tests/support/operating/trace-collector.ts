import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);
const Attributes = z
  .array(z.object({ key: z.string(), value: Value.catch('another type') }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
/** The body of POST /v1/traces (OTLP 1.x, JSON). */
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** A received span, with the name of the service that sent it. */
export type ReceivedSpan = z.infer<typeof Span> & { service: string };

/** A collector of traces: it receives OTLP over HTTP and keeps the spans in memory. */
export type TraceCollector = {
  /**
   * Environment variables with which app and worker export their spans to this collector, ten times a second.
   */
  env: Record<string, string>;
  spans: ReceivedSpan[];
  /** The body of every request that the collector received, as text. */
  bodies: string[];
  stop(): Promise<void>;
};

/** Starts a collector on any free port of this machine. The collector responds with 400 to a body that is not OTLP. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await text(request);
    bodies.push(body);
    const parsed = request.url === '/v1/traces' ? Export.safeParse(JSON.parse(body)) : undefined;
    for (const { resource, scopeSpans } of parsed?.data?.resourceSpans ?? [])
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service: String(resource.attributes['service.name']) });
    return parsed?.success ? 200 : 400;
  };
  const server = createServer((request, response) => {
    void receive(request).then(
      (status) => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '100' },
    spans,
    bodies,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the names of the spans from the root of the trace to this span. */
export function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(
    ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
  );
  return [...(parent ? pathOf(parent, spans) : []), span.name];
}
