CREATE CONSTRAINT TRIGGER ledger_of_secrets
  AFTER INSERT OR DELETE OR UPDATE OF current_enc, previous_enc, pending_since, status, off_topics ON webhook_secrets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
