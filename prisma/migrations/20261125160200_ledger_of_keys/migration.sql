-- Writes a row to ledger_marks when the encryption keys of an install change. The worker then copies the new values to
-- the secret ledger, a database on another server (docs/decisions/secret-ledger.md). The trigger runs when the
-- transaction commits.
CREATE CONSTRAINT TRIGGER ledger_of_keys
  AFTER INSERT OR DELETE OR UPDATE OF key_enc, id ON data_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
