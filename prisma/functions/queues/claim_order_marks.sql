-- Claims due dirty marks of orders, and of installs that the platform may have closed, and ends the turns of their
-- installs (table due_installs). At most `marks_max` installs take a turn, and at most `marks_max` marks are claimed. In
-- the first round, the oldest mark of each install is claimed; in the second round, the second oldest; and so on, up to
-- `per_install` claimed marks of an install. Marks of orders are skipped while the app lacks the scope to read orders.
--
-- Returns a row for each claimed mark, and a row without a kind for each install that took its turn without a claim.
-- `fence` is a new fence for the read of the mark. `by_event`: an event set the mark, and is not settled yet.
--
-- Called by: lib/mirror/dirty/dirty-queue.server.ts (M19).
-- It is SQL because a claim is one message to the database, and its plans are kept. The rows of the ready list are locked
-- by a statement of their own. So the next statement reads the marks of all transactions that locked these rows earlier.
CREATE OR REPLACE FUNCTION claim_order_marks(
  marks_max integer, lease_ms integer, per_install integer, scope text, parked_minutes integer
) RETURNS TABLE (
  install_id text, kind text, entity_id text, mark bigint, claim integer, fence bigint, by_event boolean
) LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  listed text[];
BEGIN
  SELECT array_agg(l.install_id ORDER BY l.due_at) INTO listed FROM (
    SELECT d.install_id, d.due_at FROM due_installs d WHERE d.queue = 'orders' AND d.due_at <= now()
    ORDER BY d.due_at LIMIT marks_max FOR UPDATE SKIP LOCKED
  ) l;
  IF listed IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH turns AS MATERIALIZED (
    SELECT t.install_id, t.turn FROM unnest(listed) WITH ORDINALITY AS t (install_id, turn)
  ), ranked AS (
    SELECT m.*, t.turn, l.leased + row_number() OVER (PARTITION BY m.install_id ORDER BY m.next_attempt_at) AS rank
    FROM turns t LEFT JOIN install_tokens k USING (install_id) LEFT JOIN installs i USING (install_id)
    CROSS JOIN LATERAL (
      SELECT count(*) AS leased FROM dirty_marks d
      WHERE d.install_id = t.install_id AND d.kind <> 'product' AND d.lease_until > now()
    ) l
    CROSS JOIN LATERAL (
      (SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
      WHERE d.install_id = t.install_id AND d.kind <> 'product' AND d.kind <> 'install'
        AND k.state <> 'reconnect' AND scope = ANY(i.effective_scopes)
        AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
      ORDER BY d.next_attempt_at LIMIT per_install)
      UNION ALL
      -- The mark of the install itself is claimed even without usable tokens. The event reported that the install is
      -- closed, and a 401 of the platform confirms that.
      SELECT d.install_id, d.kind, d.entity_id, d.next_attempt_at FROM dirty_marks d
      WHERE d.install_id = t.install_id AND d.kind = 'install'
        AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
    ) m
    WHERE i.paused_at IS NULL
  ), due AS (
    SELECT d.install_id, d.kind, d.entity_id FROM ranked w JOIN dirty_marks d USING (install_id, kind, entity_id)
    WHERE w.rank <= per_install AND (d.lease_until IS NULL OR d.lease_until < now())
    ORDER BY w.rank, w.turn LIMIT marks_max FOR UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE dirty_marks d SET lease_until = now() + lease_ms * interval '1 ms', claim = d.claim + 1
    FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
    RETURNING d.install_id, d.kind, d.entity_id, d.mark, d.claim
  )
  SELECT t.install_id, c.kind, c.entity_id, c.mark, c.claim,
    CASE WHEN c.kind IS NOT NULL THEN nextval('fence_seq') END,
    EXISTS (SELECT FROM inbox e WHERE e.install_id = c.install_id AND e.kind = c.kind AND e.entity_id = c.entity_id
      AND e.state = 'marked')
  FROM turns t LEFT JOIN claimed c USING (install_id);
  PERFORM renew_mark_turns('orders', listed, per_install, scope, parked_minutes);
END $$;
