-- Trigger function on the table sweeps. It adds the installs of the changed sweeps to the ready list (due_installs), or
-- makes them due earlier. A sweep can be claimed when it is due and its lease has ended.
--
-- Called by: the triggers ready_sweeps_inserted and ready_sweeps_updated. The list is described in
-- lib/system/queues/ready-list.server.ts.
-- It is SQL because several parts of the program write sweeps, and a forgotten install would never be read.
CREATE OR REPLACE FUNCTION hasten_sweeps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A row that is already due early enough is locked too. hasten_marks gives the reason.
  INSERT INTO due_installs AS listed (install_id, queue, due_at)
  SELECT install_id, 'sweeps', min(greatest(due_at, lease_until)) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT (install_id, queue) DO UPDATE SET due_at = excluded.due_at WHERE listed.due_at > excluded.due_at;
  RETURN NULL;
END $$;
