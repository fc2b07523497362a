-- Claims due sweeps, each for one step, and ends the turns of their installs (table due_installs). At most `sweeps_max`
-- installs take a turn, and at most `sweeps_max` sweeps are claimed. In the first round, one sweep of each install is
-- claimed: the sweep that has been due longest. In the second round, the next sweep of each install, and so on, up to
-- `per_install` claimed sweeps of an install. An install whose sweeps may not run now (paused, closed, or to be connected
-- again) is due in `parked_minutes` or later.
--
-- Returns a row for each claimed sweep with the scopes of its install, and a row without a kind for each install that
-- took its turn without a claim.
--
-- Called by: lib/mirror/sweeps/sweep-queue.server.ts (M19).
-- It is SQL for the same reasons as claim_order_marks.
CREATE OR REPLACE FUNCTION claim_sweeps(
  sweeps_max integer, lease_ms integer, per_install integer, parked_minutes integer
) RETURNS TABLE (install_id text, resource text, kind text, claim integer, scopes text[])
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  listed text[];
BEGIN
  SELECT array_agg(l.install_id ORDER BY l.due_at) INTO listed FROM (
    SELECT d.install_id, d.due_at FROM due_installs d WHERE d.queue = 'sweeps' AND d.due_at <= now()
    ORDER BY d.due_at LIMIT sweeps_max FOR UPDATE SKIP LOCKED
  ) l;
  IF listed IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH turns AS MATERIALIZED (
    SELECT t.install_id, t.turn, i.effective_scopes,
      coalesce(i.revoked_at IS NULL AND i.paused_at IS NULL AND k.state <> 'reconnect', false) AS is_open
    FROM unnest(listed) WITH ORDINALITY AS t (install_id, turn)
      LEFT JOIN installs i USING (install_id) LEFT JOIN install_tokens k USING (install_id)
  ), ranked AS (
    SELECT s.*, t.effective_scopes, t.turn,
      l.leased + row_number() OVER (PARTITION BY t.install_id ORDER BY s.due_at) AS rank
    FROM turns t
    CROSS JOIN LATERAL (
      SELECT count(*) AS leased FROM sweeps s WHERE s.install_id = t.install_id AND s.lease_until > now()
    ) l
    CROSS JOIN LATERAL (
      SELECT s.install_id, s.resource, s.kind, s.due_at FROM sweeps s
      WHERE s.install_id = t.install_id AND s.due_at <= now() AND (s.lease_until IS NULL OR s.lease_until < now())
    ) s
    WHERE t.is_open
  ), due AS (
    SELECT s.install_id, s.resource, s.kind, w.effective_scopes
    FROM ranked w JOIN sweeps s USING (install_id, resource, kind)
    WHERE w.rank <= per_install AND (s.lease_until IS NULL OR s.lease_until < now())
    ORDER BY w.rank, w.turn LIMIT sweeps_max FOR UPDATE OF s SKIP LOCKED
  ), claimed AS (
    UPDATE sweeps s SET lease_until = now() + lease_ms * interval '1 ms', claim = s.claim + 1
    FROM due WHERE (s.install_id, s.resource, s.kind) = (due.install_id, due.resource, due.kind)
    RETURNING s.install_id, s.resource, s.kind, s.claim, due.effective_scopes
  )
  SELECT t.install_id, c.resource, c.kind, c.claim, c.effective_scopes FROM turns t LEFT JOIN claimed c USING (install_id);
  PERFORM renew_sweep_turns(listed, per_install);
  UPDATE due_installs d SET due_at = greatest(d.due_at, now() + parked_minutes * interval '1 minute')
  WHERE d.queue = 'sweeps' AND d.install_id = ANY(listed) AND NOT EXISTS (
    SELECT FROM installs i JOIN install_tokens k USING (install_id)
    WHERE i.install_id = d.install_id AND i.revoked_at IS NULL AND i.paused_at IS NULL AND k.state <> 'reconnect');
END $$;
