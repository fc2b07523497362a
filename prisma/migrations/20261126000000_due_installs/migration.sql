-- Creates the ready list: one row for each install that has waiting work in a queue. A worker looks only at the
-- installs that are due, so a claim takes the same time however many installs and rows wait.
CREATE TABLE "due_installs" (
    "install_id" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "due_installs_pkey" PRIMARY KEY ("install_id","queue")
);
CREATE INDEX "due_installs_queue_due_at_idx" ON "due_installs"("queue", "due_at");

CREATE POLICY tenant ON due_installs TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON due_installs TO daftar_app;
CREATE POLICY system ON due_installs TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON due_installs TO daftar_system;
ALTER TABLE due_installs ENABLE ROW LEVEL SECURITY;
ALTER TABLE due_installs FORCE ROW LEVEL SECURITY;

-- Trigger function on the table dirty_marks. It adds the installs of the changed marks to the ready list
-- (due_installs), or makes them due earlier. A mark can be claimed when its next attempt is due and its lease has ended.
--
-- Called by: the triggers ready_marks_inserted and ready_marks_updated. The list is described in
-- lib/mirror/ready-list.server.ts.
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

-- Trigger function on the table sweeps. It adds the installs of the changed sweeps to the ready list (due_installs), or
-- makes them due earlier. A sweep can be claimed when it is due and its lease has ended.
--
-- Called by: the triggers ready_sweeps_inserted and ready_sweeps_updated. The list is described in
-- lib/mirror/ready-list.server.ts.
-- It is SQL because several parts of the program write sweeps, and a forgotten install would never be read.
CREATE OR REPLACE FUNCTION hasten_sweeps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- A row that is already due early enough is locked too. hasten_marks gives the reason.
  INSERT INTO due_installs AS listed (install_id, queue, due_at)
  SELECT install_id, 'sweeps', min(greatest(due_at, lease_until)) FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT (install_id, queue) DO UPDATE SET due_at = excluded.due_at WHERE listed.due_at > excluded.due_at;
  RETURN NULL;
END $$;
