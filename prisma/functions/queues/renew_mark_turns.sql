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
