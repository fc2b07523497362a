-- Creates the table of the bodies of applied webhook events. It is partitioned by the day on which the bodies are
-- deleted, so the worker deletes the bodies of a day by dropping a table. A body is in the column inbox.body until its
-- event is applied, also if the previous release stores it.
CREATE TABLE "inbox_bodies" (
    "install_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "delete_on" DATE NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "inbox_bodies_pkey" PRIMARY KEY ("install_id","event_id","delete_on")
) PARTITION BY RANGE ("delete_on");

CREATE POLICY system ON inbox_bodies TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON inbox_bodies TO daftar_system;
ALTER TABLE inbox_bodies ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbox_bodies FORCE ROW LEVEL SECURITY;

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

REVOKE ALL ON FUNCTION create_body_partition(date), drop_body_partition() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_body_partition(date), drop_body_partition() TO daftar_system;

-- Applies at most `batch` stored webhook events of the inbox and returns how many it applied. Each event sets a dirty
-- mark for the order or product that it names (M7). An event without an id requests a sweep, which reads the whole list
-- that the event is about. A stock movement is stored in the table movements. Test events and events of unknown or
-- closed installs change nothing (M15).
--
-- The body of an applied event moves from the inbox to the table inbox_bodies, whose partitions the worker drops. A body
-- that is past its limit is not moved, because its partition would be dropped at once.
--
-- Called by: lib/webhooks/apply-events.server.ts (D3).
-- It is SQL because all effects and the new state of the events are one transaction and one round trip. After a crash,
-- either all of them are stored or none (M2, M6).
CREATE OR REPLACE FUNCTION apply_events(batch integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- The new value of `mark` for all dirty marks that this call writes. A worker that is reading an order or product saw
  -- a smaller value before its read. So when its read ends, the worker sees that the dirty mark has changed and does
  -- not delete it.
  new_mark bigint := nextval('mark_seq');
  events jsonb;
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  -- The worker creates the partitions in advance. After a pause of some days, they are created here.
  PERFORM create_body_partition(today + ahead) FROM generate_series(1, 8) AS ahead;
  WITH claimed AS (
    SELECT i.install_id, i.event_id, i.body, i.movement,
      -- The body of an event is stored for 7 days after the day of its receipt (docs/decisions/retention.md).
      -- An event can be received just after this transaction began, which at midnight is the next day.
      least((i.received_at AT TIME ZONE 'UTC')::date, today) + 8 AS delete_on,
      -- Events of a closed install are ignored, because the app can no longer read its data. An event about the
      -- install itself still sets a dirty mark, so that GET /installation confirms what the event says (S14).
      CASE WHEN i.test THEN 'ignored'
        WHEN i.kind = 'install' THEN 'marked'
        WHEN s.install_id IS NULL OR s.revoked_at IS NOT NULL THEN 'ignored'
        WHEN i.kind IN ('order', 'product') AND i.entity_id IS NOT NULL THEN 'marked'
        ELSE 'settled'
      END AS next_state
    FROM inbox i LEFT JOIN installs s USING (install_id)
    WHERE i.state = 'stored'
    ORDER BY i.received_at LIMIT batch FOR UPDATE OF i SKIP LOCKED
  ), moved AS (
    INSERT INTO inbox_bodies (install_id, event_id, delete_on, body)
    SELECT install_id, event_id, delete_on, body FROM claimed
    WHERE body IS NOT NULL AND delete_on > today
    ON CONFLICT DO NOTHING
  ), applied AS (
    UPDATE inbox i SET state = c.next_state, body = NULL, movement = NULL,
      mark = CASE WHEN c.next_state = 'marked' THEN new_mark END,
      settled_at = CASE WHEN c.next_state = 'settled' AND i.entity_id IS NOT NULL THEN now() END
    FROM claimed c WHERE (i.install_id, i.event_id) = (c.install_id, c.event_id)
    RETURNING i.install_id, i.kind, i.entity_id, i.state, c.movement, i.occurred_at
  )
  SELECT jsonb_agg(applied) INTO events FROM applied;
  IF events IS NULL THEN
    RETURN 0;
  END IF;

  -- The three statements below lock rows of movements, then of dirty_marks, then of sweeps. Each statement locks its
  -- rows in the sequence of the primary key. All writers use this sequence, so two transactions cannot deadlock.
  INSERT INTO movements (install_id, id, variant_id, location_id, delta, stock_after, reason, occurred_at)
  SELECT DISTINCT ON (install_id, entity_id) install_id, entity_id, movement->>'variant_id', movement->>'location_id',
    (movement->>'delta')::bigint, (movement->>'stock_after')::bigint, movement->>'reason', occurred_at
  FROM jsonb_to_recordset(events)
    AS e (install_id text, kind text, entity_id text, state text, movement jsonb, occurred_at timestamptz)
  WHERE state = 'settled' AND kind = 'movement' AND entity_id IS NOT NULL AND movement IS NOT NULL
  ORDER BY install_id, entity_id
  ON CONFLICT (install_id, id) DO NOTHING;

  INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
  SELECT install_id, kind, entity_id, new_mark
  FROM jsonb_to_recordset(events) AS e (install_id text, kind text, entity_id text, state text)
  WHERE state = 'marked'
  GROUP BY install_id, kind, entity_id ORDER BY install_id, kind, entity_id
  ON CONFLICT (install_id, kind, entity_id) DO UPDATE
    -- An event never delays the time of the next read. If it did, an order or a product that changes all the time would
    -- never be read.
    SET mark = excluded.mark, attempts = 0, next_attempt_at = least(stored.next_attempt_at, now());

  WITH requested AS (
    SELECT s.install_id, s.resource FROM sweeps s JOIN (
      SELECT DISTINCT install_id, kind || 's' AS resource
      FROM jsonb_to_recordset(events) AS e (install_id text, kind text, state text)
      WHERE state = 'settled' AND kind IN ('order', 'product', 'movement')
    ) e USING (install_id, resource)
    WHERE s.kind = 'updated' ORDER BY s.install_id, s.resource FOR UPDATE OF s
  )
  UPDATE sweeps s SET requested_at = now(), due_at = least(s.due_at, now() + interval '2 seconds')
  FROM requested WHERE (s.install_id, s.resource, s.kind) = (requested.install_id, requested.resource, 'updated');

  RETURN jsonb_array_length(events);
END $$;
