-- Returns the tracking numbers of an order in the form in which they are compared, without spaces, dashes and other
-- separators. The form equals that of trackingKey (lib/cash/sheet/remittance-sheet.ts).
--
-- Argument: the column orders.detail; null if the detail was not read.
-- Called by: the index orders_by_tracking, find_orders_by_tracking, lib/cash/sheet/read-sheet.server.ts.
-- It is SQL because an index uses it.
-- After a change of this function, rebuild the index.
CREATE OR REPLACE FUNCTION tracking_keys(detail jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(pg_catalog.array_agg(DISTINCT parcel.key) FILTER (WHERE parcel.key <> ''), '{}')
  FROM (
    SELECT pg_catalog.upper(pg_catalog.regexp_replace(
      public.fold_tag(f.one->>'tracking_number'), '[\s_./#:\u2010-\u2015-]', '', 'g')) AS key
    FROM pg_catalog.jsonb_array_elements(CASE pg_catalog.jsonb_typeof(detail->'fulfillments') WHEN 'array'
      THEN detail->'fulfillments' ELSE '[]' END) AS f (one)) AS parcel
$$;

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

REVOKE EXECUTE ON FUNCTION find_orders_by_tracking FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_orders_by_tracking TO daftar_app;
-- Makes daftar_system the owner, because the function runs with the rights of its owner. The new owner of a function
-- needs the privilege CREATE on the schema. The privilege is revoked immediately afterwards.
GRANT CREATE ON SCHEMA public TO daftar_system;
ALTER FUNCTION find_orders_by_tracking OWNER TO daftar_system;
REVOKE CREATE ON SCHEMA public FROM daftar_system;
