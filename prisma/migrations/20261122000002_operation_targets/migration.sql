-- Every write of the platform document is an operation (docs/decisions/one-order-at-a-time.md).
ALTER TABLE "operations"
  DROP COLUMN "uncertain",
  ADD COLUMN "target" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "subject" TEXT,
  ADD COLUMN "turn" BIGSERIAL NOT NULL,
  ADD COLUMN "before" JSONB,
  ADD COLUMN "doubtful_at" TIMESTAMPTZ(3);

GRANT USAGE ON SEQUENCE operations_turn_seq TO daftar_app, daftar_system;

-- Whose turn it is, and the operations of one order.
CREATE INDEX "operations_install_id_subject_turn_idx" ON "operations"("install_id", "subject", "turn");

-- A write whose answer does not show the order marks it, in the transaction that ends the write.
GRANT SELECT, INSERT, UPDATE, DELETE ON dirty_marks TO daftar_app;
CREATE POLICY tenant ON dirty_marks TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
