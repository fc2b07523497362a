import { createRequire } from 'node:module';
import { startTracing } from '@/lib/system/tracing/start-tracing';

/**
 * A program that tests run. It starts tracing as app and worker do. Then it prints the names of the loaded
 * OpenTelemetry packages that export spans.
 */
await startTracing();
const files = Object.keys(createRequire(import.meta.url).cache);
const names = files.flatMap((file) => /@opentelemetry\/((?:sdk|exporter|otlp)-[\w-]+)/.exec(file)?.[1] ?? []);
console.log(JSON.stringify([...new Set(names)].sort()));
process.exit(0);
