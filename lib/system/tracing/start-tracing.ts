import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '@/lib/system/env';
import { setTracer } from '@/lib/system/tracing/tracing';

/** Maximum time that a process waits for the collector of traces when it ends. */
const flushMaxMs = 3_000;

/**
 * Switches traces on if OTEL_EXPORTER_OTLP_ENDPOINT is set. If it is not set, no package of OpenTelemetry is loaded.
 * Must be called after setService. Returns a function that sends the remaining spans and switches traces off.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  if (env().OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined;
  const { createTracer } = await import('./open-telemetry');
  const { tracer, flush } = createTracer();
  setTracer(tracer);
  return async () => {
    setTracer(null);
    const timeout = new AbortController();
    await Promise.race([
      flush().catch(() => undefined),
      sleep(flushMaxMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  };
}
