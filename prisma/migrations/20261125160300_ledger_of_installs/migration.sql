CREATE CONSTRAINT TRIGGER ledger_of_installs
  AFTER INSERT OR DELETE OR UPDATE OF status, revoked_at, granted_scopes, effective_scopes ON installs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
