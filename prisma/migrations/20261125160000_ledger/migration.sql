-- The secret ledger is a database on another server that has the newest tokens, secrets and keys of each install
-- (docs/decisions/secret-ledger.md). A row of ledger_marks says that the newest values of an install are not in the
-- ledger yet. The worker copies the values and then deletes the row.
CREATE TABLE "ledger_marks" (
    "install_id" TEXT NOT NULL,
    "mark" BIGINT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_marks_pkey" PRIMARY KEY ("install_id")
);

-- One row: the number of shipments, that is, of transactions in which the worker copied values to the ledger. The
-- ledger counts the same shipments. If this database was restored from a backup, its number is smaller than that of the
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

-- Trigger function: writes a row to ledger_marks when the tokens, secrets, keys or state of an install change. The
-- worker then copies them to the secret ledger, a database on another server (docs/decisions/secret-ledger.md). The
-- function runs with the rights of the role that writes the row.
--
-- Called by: the triggers ledger_of_tokens, ledger_of_secrets, ledger_of_keys and ledger_of_installs.
-- It is SQL because every write to the tables of these triggers must mark the install in the same transaction.
CREATE OR REPLACE FUNCTION mark_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO ledger_marks (install_id, mark) VALUES (coalesce(NEW.install_id, OLD.install_id), nextval('mark_seq'))
  ON CONFLICT (install_id) DO UPDATE SET mark = excluded.mark;
  RETURN NULL;
END $$;

-- The trigger writes to ledger_marks when tokens of an install change. Like the triggers on the three other tables, it
-- runs when the transaction commits. So the row in ledger_marks is the last row that a transaction locks. Two
-- transactions can then write the four tables in different sequences without a deadlock at this row.
CREATE CONSTRAINT TRIGGER ledger_of_tokens
  AFTER INSERT OR DELETE OR UPDATE OF access_token_enc, refresh_token_enc, state ON install_tokens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
