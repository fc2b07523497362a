-- The ledger keeps the tokens and secrets of each install outside of this database (docs/decisions/secret-ledger.md).
-- A mark names an install whose newest state is not in the ledger yet.
CREATE TABLE "ledger_marks" (
    "install_id" TEXT NOT NULL,
    "mark" BIGINT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_marks_pkey" PRIMARY KEY ("install_id")
);

-- One row: the number of the last shipment to the ledger. A database that was restored has a smaller number than the
-- ledger.
CREATE TABLE "ledger_state" (
    "id" INTEGER NOT NULL DEFAULT 1 CHECK ("id" = 1),
    "shipments" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_state_pkey" PRIMARY KEY ("id")
);
INSERT INTO "ledger_state" ("id") VALUES (1);

CREATE POLICY system ON ledger_marks TO daftar_system USING (true) WITH CHECK (true);
CREATE POLICY system ON ledger_state TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_marks TO daftar_system;
GRANT SELECT, UPDATE ON ledger_state TO daftar_system;
ALTER TABLE ledger_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_marks FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_state FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION mark_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO ledger_marks (install_id, mark) VALUES (coalesce(NEW.install_id, OLD.install_id), nextval('mark_seq'))
  ON CONFLICT (install_id) DO UPDATE SET mark = excluded.mark;
  RETURN NULL;
END $$;

-- The triggers run when the transaction commits, so that the lock of the mark is its last one. Two transactions that
-- write the four tables in another order then cannot deadlock because of the mark.
CREATE CONSTRAINT TRIGGER ledger_of_tokens
  AFTER INSERT OR DELETE OR UPDATE OF access_token_enc, refresh_token_enc, state ON install_tokens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
