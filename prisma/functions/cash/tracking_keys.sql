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
