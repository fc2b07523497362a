-- Creates the partition of the table inbox_bodies for one day, and returns true. Returns false if it exists. It locks
-- no statement that reads or writes the table. Several processes may call it at the same time.
--
-- Arguments: day: a day in UTC, today or one of the next 40 days.
-- Called by: lib/webhooks/body-partitions.server.ts, and apply_events.
-- It runs with the rights of the table's owner, because app and worker own nothing and may create nothing (S25).
CREATE OR REPLACE FUNCTION create_body_partition(day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  partition_name text := 'inbox_bodies_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF day IS NULL OR day NOT BETWEEN today AND today + 40 THEN
    RAISE EXCEPTION 'no partition for this day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF to_regclass('public.' || partition_name) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- Only one process at a time changes the partitions. Reads and writes do not wait for this lock.
  LOCK TABLE public.inbox_bodies IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('public.' || partition_name) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- CREATE TABLE ... PARTITION OF would lock inbox_bodies against every read and write. ATTACH PARTITION does not.
  EXECUTE format('CREATE TABLE public.%I (LIKE public.inbox_bodies)', partition_name);
  -- No role gets a right to the partition and no policy shows its rows, so they are seen only through inbox_bodies.
  EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partition_name);
  -- pg_dump copies each partition by its own name.
  IF to_regrole('daftar_backup') IS NOT NULL THEN
    EXECUTE format('GRANT SELECT ON public.%I TO daftar_backup', partition_name);
  END IF;
  EXECUTE format('ALTER TABLE public.inbox_bodies ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
    partition_name, day, day + 1);
  RETURN true;
END $$;
