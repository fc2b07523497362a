-- Returns the variants whose folded SKU or barcode is one of the codes. For each code it returns at most 2 variants by
-- SKU and 2 by barcode, which is enough for the caller to see that a code is not unique.
--
-- Argument: folded codes. Result: pairs of code and variant id.
-- Called by: lib/catalogue/find-variants.server.ts.
-- It is SQL, and runs as the role daftar_system, because PostgreSQL uses no index on an expression for a role that is
-- subject to a row security policy. The function itself limits the rows to the install of the transaction, and raises
-- an error if none is set (S25).
CREATE OR REPLACE FUNCTION find_variants_by_code(codes text[]) RETURNS TABLE (code text, id text)
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
    SELECT c.code, f.id FROM unnest(codes) AS c (code) CROSS JOIN LATERAL (
      (SELECT v.id FROM variants v
        WHERE '*' || v.install_id = '*' || install AND fold_tag(v.document->>'sku') = c.code LIMIT 2)
      UNION (SELECT v.id FROM variants v
        WHERE '|' || v.install_id = '|' || install AND fold_tag(v.document->>'barcode') = c.code LIMIT 2)
    ) f;
END $$;
