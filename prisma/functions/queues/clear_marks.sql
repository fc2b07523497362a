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
