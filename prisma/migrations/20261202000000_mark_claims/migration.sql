-- One event needs fewer messages between a worker and the database. The claims of dirty marks and their end become SQL
-- functions: each is one message, and PostgreSQL keeps their plans.

-- Sets when a worker looks at these installs again for dirty marks (table due_installs). `of_queue`: orders (the marks
-- of orders and installs) or products. An install without marks leaves the list. If its maximum of marks (`per_install`)
-- is claimed, it is due when the first lease ends. If it has marks that cannot be claimed now, because it is paused, must
-- be connected again or lacks the scope, it is due in `parked_minutes`. An install whose work can be claimed at once
-- goes behind all other due installs.
--
-- Called by: claim_order_marks, claim_product_marks, lib/mirror/dirty/dirty-queue.server.ts.
-- It is SQL because the ends of a claim and of a turn are one message to the database, and their plans are kept.
CREATE OR REPLACE FUNCTION renew_mark_turns(
  of_queue text, installs text[], per_install integer, scope text, parked_minutes integer
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  is_product boolean := of_queue = 'products';
  locked text[];
BEGIN
  -- This statement only locks the rows. So the next statement reads the marks of all transactions that locked these rows
  -- earlier. If an install has no row, it has no marks, or another transaction has written marks and will add the row.
  SELECT array_agg(l.install_id) INTO locked FROM (
    SELECT d.install_id FROM due_installs d WHERE d.queue = of_queue AND d.install_id = ANY(installs)
    ORDER BY d.install_id FOR UPDATE
  ) l;
  WITH next AS MATERIALIZED (
    SELECT listed.install_id, CASE
        WHEN leases.count >= per_install THEN leases.ends_at
        ELSE coalesce(least(claimable.at, leases.ends_at),
          CASE WHEN remaining.exist THEN now() + parked_minutes * interval '1 minute' END) END AS due_at
    FROM unnest(locked) AS listed (install_id)
      LEFT JOIN installs i USING (install_id) LEFT JOIN install_tokens k USING (install_id)
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, min(d.lease_until) AS ends_at FROM dirty_marks d
        WHERE d.install_id = listed.install_id AND (d.kind = 'product') = is_product AND d.lease_until > now()
      ) leases
      CROSS JOIN LATERAL (
        SELECT coalesce(k.state <> 'reconnect' AND scope = ANY(i.effective_scopes), false) AS readable
      ) may
      -- Each kind of mark has an index of its own. The conditions on is_product and readable skip the other subqueries.
      CROSS JOIN LATERAL (
        SELECT CASE WHEN i.paused_at IS NULL THEN least(
          (SELECT min(d.next_attempt_at) FROM dirty_marks d
           WHERE is_product AND may.readable AND d.kind = 'product' AND d.install_id = listed.install_id
             AND (d.lease_until IS NULL OR d.lease_until <= now())),
          (SELECT min(d.next_attempt_at) FROM dirty_marks d
           WHERE NOT is_product AND may.readable AND d.kind <> 'product' AND d.install_id = listed.install_id
             AND (d.lease_until IS NULL OR d.lease_until <= now())),
          -- The mark of the install itself can be claimed without usable tokens (claim_order_marks).
          (SELECT min(d.next_attempt_at) FROM dirty_marks d
           WHERE NOT is_product AND d.kind = 'install' AND d.install_id = listed.install_id
             AND (d.lease_until IS NULL OR d.lease_until <= now()))) END AS at
      ) claimable
      CROSS JOIN LATERAL (
        SELECT EXISTS (SELECT FROM dirty_marks d
            WHERE is_product AND d.kind = 'product' AND d.install_id = listed.install_id)
          OR EXISTS (SELECT FROM dirty_marks d
            WHERE NOT is_product AND d.kind <> 'product' AND d.install_id = listed.install_id) AS exist
      ) remaining
  ), done AS (
    DELETE FROM due_installs d USING next
    WHERE d.queue = of_queue AND d.install_id = next.install_id AND next.due_at IS NULL
  )
  UPDATE due_installs d SET due_at = greatest(next.due_at, now()) FROM next
  WHERE d.queue = of_queue AND d.install_id = next.install_id AND next.due_at IS NOT NULL;
END $$;

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

-- Claims the due dirty marks of the products of one install, at most `marks_max`, and ends the turn of the install (table
-- due_installs). While products of an install are being read, no further products of this install are claimed.
--
-- Returns a row for each claimed mark, or a row without a kind if the install took its turn without a claim. It returns no
-- row if no install is due. `fence` is a new fence for the read of the mark. `by_event` is not used for products.
--
-- Called by: lib/mirror/dirty/dirty-queue.server.ts (M19).
-- It is SQL for the same reasons as claim_order_marks.
CREATE OR REPLACE FUNCTION claim_product_marks(
  marks_max integer, lease_ms integer, scope text, parked_minutes integer
) RETURNS TABLE (
  install_id text, kind text, entity_id text, mark bigint, claim integer, fence bigint, by_event boolean
) LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  listed text;
BEGIN
  SELECT d.install_id INTO listed FROM due_installs d WHERE d.queue = 'products' AND d.due_at <= now()
  ORDER BY d.due_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF listed IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH due AS (
    SELECT d.install_id, d.kind, d.entity_id FROM dirty_marks d
    WHERE d.install_id = listed AND d.kind = 'product' AND d.next_attempt_at <= now()
      AND (d.lease_until IS NULL OR d.lease_until < now())
      AND EXISTS (SELECT FROM install_tokens k JOIN installs i USING (install_id)
        WHERE k.install_id = listed AND k.state <> 'reconnect' AND scope = ANY(i.effective_scopes)
          AND i.paused_at IS NULL)
      AND NOT EXISTS (SELECT FROM dirty_marks o
        WHERE o.install_id = listed AND o.kind = 'product' AND o.lease_until > now())
    ORDER BY d.next_attempt_at LIMIT marks_max FOR UPDATE OF d SKIP LOCKED
  ), claimed AS (
    UPDATE dirty_marks d SET lease_until = now() + lease_ms * interval '1 ms', claim = d.claim + 1
    FROM due WHERE (d.install_id, d.kind, d.entity_id) = (due.install_id, due.kind, due.entity_id)
    RETURNING d.install_id, d.kind, d.entity_id, d.mark, d.claim
  )
  SELECT t.install_id, c.kind, c.entity_id, c.mark, c.claim,
    CASE WHEN c.kind IS NOT NULL THEN nextval('fence_seq') END, false
  FROM (SELECT listed AS install_id) t LEFT JOIN claimed c USING (install_id);
  PERFORM renew_mark_turns('products', ARRAY[listed], 1, scope, parked_minutes);
END $$;

-- Ends the claims of dirty marks after their orders or products were read. `seen` is a JSON array of the claimed marks:
-- install_id, kind, entity_id, mark and claim. The caller then calls renew_mark_turns for the installs of these marks, in
-- the same transaction.
--
-- - A mark whose number did not change during the read is deleted (M7).
-- - A mark that got a new number during the read becomes due immediately.
-- - Events whose changes are included in the read get the state `settled`.
--
-- Called by: lib/mirror/dirty/dirty-queue.server.ts.
-- It is SQL because each event needs these statements. As one call, they are one message, and their plans are kept.
CREATE OR REPLACE FUNCTION clear_marks(seen jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The code that stores events locks the marks in the same order, so no deadlock occurs.
  PERFORM FROM dirty_marks d
    JOIN jsonb_to_recordset(seen) AS s (install_id text, kind text, entity_id text) USING (install_id, kind, entity_id)
  ORDER BY d.install_id, d.kind, d.entity_id FOR UPDATE OF d;
  DELETE FROM dirty_marks d
  USING jsonb_to_recordset(seen) AS s (install_id text, kind text, entity_id text, mark bigint)
  WHERE (d.install_id, d.kind, d.entity_id, d.mark) = (s.install_id, s.kind, s.entity_id, s.mark);
  -- The DELETE above did not delete a mark that got a new number during the read. This UPDATE ends the lease of such a
  -- mark, so that its entity is read again. It finds the mark by `claim`. A condition "greater number" would be wrong,
  -- because the new number may be lower: transactions may commit in a different order than they took their numbers.
  UPDATE dirty_marks d SET lease_until = NULL
  FROM jsonb_to_recordset(seen) AS s (install_id text, kind text, entity_id text, claim integer)
  WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (s.install_id, s.kind, s.entity_id, s.claim);
  -- Sets the state `settled` for the events whose changes are included in the read:
  -- - If the entity still has a dirty mark, these are the events up to the number of the claimed mark.
  -- - If the entity has no mark any more, these are all its events. A mark has the number of the event that was committed
  --   last, so the number of another event may be greater.
  UPDATE inbox i SET state = 'settled', settled_at = now()
  FROM jsonb_to_recordset(seen) AS s (install_id text, kind text, entity_id text, mark bigint)
    LEFT JOIN dirty_marks d USING (install_id, kind, entity_id)
  WHERE (i.install_id, i.kind, i.entity_id) = (s.install_id, s.kind, s.entity_id)
    AND i.state = 'marked' AND (i.mark <= s.mark OR d.mark IS NULL);
END $$;
