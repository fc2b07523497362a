-- Expand: the trace in which the operation was recorded (docs/decisions/traces.md); null: tracing was off. The column
-- is nullable and has no default, because the previous release writes rows without it.
ALTER TABLE "operations" ADD COLUMN "traceparent" TEXT;
