-- Sets when a worker looks at these installs again for sweeps (table due_installs). An install without sweeps leaves the
-- list. If its maximum of sweeps (`per_install`) is claimed, it is due when the first lease ends. An install whose sweeps
-- can be claimed at once goes behind all other due installs.
--
-- Called by: claim_sweeps, lib/mirror/sweeps/sweep-queue.server.ts.
-- It is SQL because each step of a sweep needs these statements. As one call, their plans are kept.
CREATE OR REPLACE FUNCTION renew_sweep_turns(installs text[], per_install integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  locked text[];
BEGIN
  -- This statement only locks the rows. So the next statement reads the sweeps of all transactions that locked these rows
  -- earlier. If an install has no row, it has no sweeps, or another transaction has written sweeps and will add the row.
  SELECT array_agg(l.install_id) INTO locked FROM (
    SELECT d.install_id FROM due_installs d WHERE d.queue = 'sweeps' AND d.install_id = ANY(installs)
    ORDER BY d.install_id FOR UPDATE
  ) l;
  WITH next AS MATERIALIZED (
    SELECT listed.install_id, CASE
        WHEN sweep.leased >= per_install THEN sweep.lease_ends_at
        ELSE least(sweep.free_at, sweep.lease_ends_at) END AS due_at
    FROM unnest(locked) AS listed (install_id) CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.lease_until > now()) AS leased,
        min(s.lease_until) FILTER (WHERE s.lease_until > now()) AS lease_ends_at,
        min(s.due_at) FILTER (WHERE s.lease_until IS NULL OR s.lease_until <= now()) AS free_at
      FROM sweeps s WHERE s.install_id = listed.install_id
    ) sweep
  ), done AS (
    DELETE FROM due_installs d USING next
    WHERE d.queue = 'sweeps' AND d.install_id = next.install_id AND next.due_at IS NULL
  )
  UPDATE due_installs d SET due_at = greatest(next.due_at, now()) FROM next
  WHERE d.queue = 'sweeps' AND d.install_id = next.install_id AND next.due_at IS NOT NULL;
END $$;
