-- Makes the bulk runs of an install due when a process ends its claim of an operation. The name of this trigger is before
-- that of ready_operations_updated, so that it runs first: rows of the queue bulk are locked before those of operations.
CREATE CONSTRAINT TRIGGER ready_bulk_items AFTER UPDATE OF lease_until, ended_at, attempts ON operations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.ended_at IS NULL
    AND (NEW.lease_until IS NULL OR NEW.lease_until < OLD.lease_until))
  EXECUTE FUNCTION hasten_bulk_runs();
