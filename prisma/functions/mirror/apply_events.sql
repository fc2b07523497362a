-- Applies at most `batch` stored webhook events of the inbox and returns how many it applied. Each event sets a dirty
-- mark for the order or product that it names (M7). An event without an id requests a sweep, which reads the whole list
-- that the event is about. A stock movement is stored in the table movements. Test events change nothing, and
-- events of unknown or closed installs change nothing (M15). The exception is an event about the install itself: it sets
-- a dirty mark even if the install is unknown or closed (S14).
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
