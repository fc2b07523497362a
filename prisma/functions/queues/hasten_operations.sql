-- Trigger function on the table operations. It adds the install of the operation to the ready list (due_installs), or
-- makes it due earlier. An operation can be claimed when its next attempt is due and its lease has ended.
-- If the operation has ended, the install is due now, because the next operation with the same queue key may be sent.
--
-- Called by: the triggers ready_operations_inserted and ready_operations_updated. The list is described in
-- lib/system/queues/ready-list.server.ts.
-- It is SQL because many parts of the program write operations, and a forgotten install would send nothing.
CREATE OR REPLACE FUNCTION hasten_operations() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A row that is already due early enough is locked too. hasten_marks gives the reason.
  INSERT INTO due_installs AS listed (install_id, queue, due_at)
  VALUES (NEW.install_id, 'operations', coalesce(
    CASE WHEN NEW.ended_at IS NULL THEN greatest(NEW.next_attempt_at, NEW.lease_until) END, now()))
  ON CONFLICT (install_id, queue) DO UPDATE SET due_at = excluded.due_at WHERE listed.due_at > excluded.due_at;
  RETURN NULL;
END $$;
