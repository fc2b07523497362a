-- Drops the oldest partition of the table inbox_bodies whose day has come, and returns its day. Returns null if there
-- is none. A DROP takes the same time however many rows the partition has. Several processes may call it at the same
-- time.
--
-- Called by: lib/webhooks/body-partitions.server.ts.
-- It runs with the rights of the table's owner, because app and worker own nothing and may drop nothing (S25). It has
-- no argument, so that no caller can drop bodies too early.
CREATE OR REPLACE FUNCTION drop_body_partition() RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  oldest record;
BEGIN
  -- Only one process at a time changes the partitions. Reads and writes do not wait for this lock.
  LOCK TABLE public.inbox_bodies IN SHARE UPDATE EXCLUSIVE MODE;
  SELECT c.relname, to_date(right(c.relname, 8), 'YYYYMMDD') AS day INTO oldest
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.inbox_bodies'::regclass ORDER BY 2 LIMIT 1;
  IF oldest.day IS NULL OR oldest.day > (now() AT TIME ZONE 'UTC')::date THEN
    RETURN NULL;
  END IF;
  -- The DROP needs a lock that excludes every read and write. While it waits for one, apply_events waits behind it. So
  -- it gives up after 150 ms, as a migration does, and the worker tries again later.
  PERFORM set_config('lock_timeout', '150ms', true);
  EXECUTE format('DROP TABLE public.%I', oldest.relname);
  RETURN oldest.day;
END $$;
