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
