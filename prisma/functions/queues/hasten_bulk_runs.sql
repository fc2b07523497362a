-- Trigger function on the tables bulk_runs and operations. It makes the install of a bulk run due in the ready list
-- (due_installs), because an item of the bulk run may be sent now. A change of an operation matters only if a bulk run
-- of its install waits: fewer items are then being sent.
--
-- Called by: the triggers ready_bulk_inserted, ready_bulk_updated and ready_bulk_items. The list is described in
-- lib/system/queues/ready-list.server.ts.
-- It is SQL because many parts of the program write these tables, and a forgotten install would send nothing.
CREATE OR REPLACE FUNCTION hasten_bulk_runs() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A row that is already due early enough is locked too. hasten_marks gives the reason.
  IF TG_TABLE_NAME = 'bulk_runs' THEN
    INSERT INTO due_installs AS listed (install_id, queue, due_at) VALUES (NEW.install_id, 'bulk', now())
    ON CONFLICT (install_id, queue) DO UPDATE SET due_at = excluded.due_at WHERE listed.due_at > excluded.due_at;
  ELSE
    UPDATE due_installs SET due_at = least(due_at, now()) WHERE install_id = NEW.install_id AND queue = 'bulk';
  END IF;
  RETURN NULL;
END $$;
