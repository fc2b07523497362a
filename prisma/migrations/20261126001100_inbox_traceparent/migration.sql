-- Expand: the trace of the delivery that brought the event (docs/decisions/traces.md); null: tracing was off. The
-- column is nullable and has no default, because the previous release writes rows without it.
ALTER TABLE "inbox" ADD COLUMN "traceparent" TEXT;
