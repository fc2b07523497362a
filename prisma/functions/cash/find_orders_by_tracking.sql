-- Returns the ids of the orders of the install that have one of the tracking numbers.
--
-- Argument: tracking numbers in the form of tracking_keys.
-- Called by: lib/cash/sheet/read-sheet.server.ts.
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the index orders_by_tracking. For daftar_app, PostgreSQL
-- first removes the rows of other installs, and would then compute the tracking numbers of every order of the store
-- (as in find_variants_by_code). Instead of row security, the function itself selects only rows of the install of the
-- transaction. It raises an error if no install is set (S25).
CREATE OR REPLACE FUNCTION find_orders_by_tracking(keys text[]) RETURNS TABLE (id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT o.id FROM orders o
    WHERE 'tracking ' || o.install_id = 'tracking ' || install AND o.deleted_at IS NULL AND tracking_keys(o.detail) && keys;
END $$;
