import { createRequire } from 'node:module';
import { startTracing } from '@/lib/system/tracing/start-tracing';

/**
 * A program for tests. It starts the traces as app and worker do, and prints the names of the loaded packages of
 * OpenTelemetry that export spans.
 */
await startTracing();
const files = Object.keys(createRequire(import.meta.url).cache);
const names = files.flatMap((file) => /@opentelemetry\/((?:sdk|exporter|otlp)-[\w-]+)/.exec(file)?.[1] ?? []);
console.log(JSON.stringify([...new Set(names)].sort()));
process.exit(0);
