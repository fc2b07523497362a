-- Writes a row to ledger_marks when the webhook secrets of an install change. The worker then copies the new values to
-- the secret ledger, a database on another server (docs/decisions/secret-ledger.md). The trigger runs when the
-- transaction commits.
CREATE CONSTRAINT TRIGGER ledger_of_secrets
  AFTER INSERT OR DELETE OR UPDATE OF current_enc, previous_enc, pending_since, status, off_topics ON webhook_secrets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_ledger();
