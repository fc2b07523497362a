-- Trigger function on the table dirty_marks. It adds the installs of the changed marks to the ready list
-- (due_installs), or makes them due earlier. A mark can be claimed when its next attempt is due and its lease has ended.
--
-- Called by: the triggers ready_marks_inserted and ready_marks_updated. The list is described in
-- lib/system/queues/ready-list.server.ts.
-- It is SQL because many parts of the program write dirty marks, and a forgotten install would never be read.
CREATE OR REPLACE FUNCTION hasten_marks() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A row that is already due early enough is locked too. Otherwise a worker that ends the turn of this install at the
  -- same time could not see the new mark, and would make the row due too late.
  INSERT INTO due_installs AS listed (install_id, queue, due_at)
  SELECT install_id, CASE WHEN kind = 'product' THEN 'products' ELSE 'orders' END,
    min(greatest(next_attempt_at, lease_until))
  FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (install_id, queue) DO UPDATE SET due_at = excluded.due_at WHERE listed.due_at > excluded.due_at;
  RETURN NULL;
END $$;
