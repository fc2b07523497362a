import { AsyncLocalStorage } from 'node:async_hooks';

// tracing.ts imports no package of OpenTelemetry, because all code that is traced imports tracing.ts, including Next's
// pages. Only open-telemetry.ts imports these packages, and it is loaded only if the deployment exports traces.

/** Names of the spans (docs/operating.md#traces). */
export type SpanName =
  | 'action'
  | 'route'
  | 'quote.answer'
  | 'order.confirm'
  | 'operation.record'
  | 'operation.send'
  | 'platform.request'
  | 'webhook.receive'
  | 'inbox.apply'
  | 'inbox.event'
  | 'mark.read'
  | 'mirror.write'
  | 'sweep.step';

/**
 * The attributes that a span may have: ids, kinds, states, codes and counts. The list is closed, so that no personal
 * data, no token, no query string and no body gets into a trace (S8).
 */
export type SpanFacts = { [Name in FactName]?: string | number | undefined };
type FactName =
  | 'install.id'
  | 'order.id'
  | 'operation.id'
  | 'operation.kind'
  | 'operation.state'
  | 'operation.attempt'
  | 'event.id'
  | 'event.topic'
  | 'entity.kind'
  | 'entity.id'
  | 'entity.count'
  | 'sweep.name'
  | 'result.code'
  | 'error.type'
  | 'http.request.method'
  | 'http.route'
  | 'http.response.status_code'
  | 'platform.request_id';

/**
 * The traces that a new span continues, each as a W3C traceparent. The first traceparent becomes the parent
 * of the span, and the span links to the others. If the list is empty, the current span becomes the parent.
 * Without a current span, the new span begins a trace.
 */
export type SpanOrigins = readonly string[];

/** What a new span is made of. `seconds`: how long ago the work of the span began. */
export type NewSpan = {
  name: SpanName;
  facts: SpanFacts;
  parent: string | null;
  links: SpanOrigins;
  seconds: number;
};

/** A span that has begun and not ended. `traceparent` is its own W3C traceparent. */
export type OpenSpan = { traceparent: string; note(facts: SpanFacts): void; fail(): void; end(): void };

/** The interface of a tracer, which starts spans. It is implemented in open-telemetry.ts. */
export type Tracer = (span: NewSpan) => OpenSpan;

type Tracing = { tracer: Tracer; current: AsyncLocalStorage<OpenSpan> };

/**
 * The tracer is on the global object, because Next loads this module once more in the same process. Both copies of the
 * module then use the same tracer.
 */
const place: typeof globalThis & { daftarTracing?: Tracing | undefined } = globalThis;

/** Switches the tracing of this process on with a tracer, or off with null. */
export function setTracer(tracer: Tracer | null): void {
  place.daftarTracing = tracer ? { tracer, current: new AsyncLocalStorage() } : undefined;
}

/**
 * Whether this process exports traces. Code that reads the database only for its traces calls this function
 * first.
 */
export function isTracing(): boolean {
  return place.daftarTracing !== undefined;
}

/**
 * Runs `work` in a span. Spans and log lines of `work` belong to this span. An error of `work` is thrown
 * again. The span stores only the class of the error, because an error message can contain personal data.
 *
 * @param at.origins traces that the span continues (SpanOrigins)
 * @param at.seconds how long ago the work of the span began, if it began before this call
 */
export async function inSpan<T>(
  name: SpanName,
  facts: SpanFacts,
  work: () => Promise<T>,
  at: { origins?: SpanOrigins; seconds?: number } = {},
): Promise<T> {
  const tracing = place.daftarTracing;
  if (!tracing) return work();
  const span = startSpan(tracing, name, facts, at);
  try {
    return await tracing.current.run(span, work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Adds facts to the current span that became known only after the span had begun. */
export function noteSpan(facts: SpanFacts): void {
  place.daftarTracing?.current.getStore()?.note(facts);
}

/**
 * Marks the current span as failed. A caller that handles an error itself, and does not throw it again, calls this
 * function.
 */
export function failSpan(error: unknown): void {
  const span = place.daftarTracing?.current.getStore();
  if (span) fail(span, error);
}

function fail(span: OpenSpan, error: unknown): void {
  span.note({ 'error.type': error instanceof Error ? error.name : 'unknown' });
  span.fail();
}

/**
 * Records a span of work that has ended. `seconds`: the duration of the work. The other parameters are those of inSpan.
 */
export function recordSpan(
  name: SpanName,
  facts: SpanFacts,
  at: { origins?: SpanOrigins; seconds: number; isFailed?: boolean },
): void {
  const tracing = place.daftarTracing;
  if (!tracing) return;
  const span = startSpan(tracing, name, facts, at);
  if (at.isFailed) span.fail();
  span.end();
}

function startSpan(
  { tracer, current }: Tracing,
  name: SpanName,
  facts: SpanFacts,
  { origins = [], seconds = 0 }: { origins?: SpanOrigins; seconds?: number },
): OpenSpan {
  const around = current.getStore()?.traceparent;
  const [parent = around ?? null, ...links] = origins;
  // A new span that continues another trace gets a link to the current span, because the current span caused it.
  const isElsewhere = around !== undefined && parent !== null && traceIdOf(around) !== traceIdOf(parent);
  return tracer({ name, facts, parent, links: isElsewhere ? [...links, around] : links, seconds });
}

/** Returns the W3C traceparent of the current span, to be stored with a row; null outside of spans. */
export function currentTraceparent(): string | null {
  return place.daftarTracing?.current.getStore()?.traceparent ?? null;
}

/** Returns the trace id of a W3C traceparent. */
export function traceIdOf(traceparent: string): string {
  return traceparent.split('-')[1] ?? '';
}

/** Returns the ids of the current span for a log line; an empty object outside of spans. */
export function traceOfLog(): { trace_id?: string; span_id?: string } {
  const [, traceId, spanId] = currentTraceparent()?.split('-') ?? [];
  return traceId && spanId ? { trace_id: traceId, span_id: spanId } : {};
}
