-- Writes a row to ledger_marks when the state or the scopes of an install change. The worker then copies the new values
-- to the secret ledger, a database on another server (docs/decisions/secret-ledger.md). The trigger runs when the
-- transaction commits.
CREATE CONSTRAINT TRIGGER ledger_of_installs
  AFTER INSERT OR DELETE OR UPDATE OF status, revoked_at, granted_scopes, effective_scopes ON installs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
