-- Returns the variants whose folded SKU or barcode is one of the codes. For each code, it returns at most 2 variants by
-- SKU and 2 by barcode. With 2 variants, the caller already knows that a code is not unique.
--
-- Argument: folded codes. Result: pairs of code and variant id.
-- Called by: lib/catalogue/find-variants.server.ts.
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, PostgreSQL
-- cannot use these indexes: it first removes the rows of other installs, which row security hides, and only then
-- compares texts. Otherwise, an error message of LIKE or of another function could show a hidden text. Instead of row
-- security, the function itself selects only rows of the install of the transaction. It raises an error if no install
-- is set (S25).
-- Each condition names the install twice. The first form belongs to the index that PostgreSQL must use. The second,
-- `install_id = ...`, tells a Citus cluster which node has the rows (docs/decisions/citus.md).
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
        WHERE '*' || v.install_id = '*' || install AND v.install_id = install
          AND fold_tag(v.document->>'sku') = c.code LIMIT 2)
      UNION (SELECT v.id FROM variants v
        WHERE '|' || v.install_id = '|' || install AND v.install_id = install
          AND fold_tag(v.document->>'barcode') = c.code LIMIT 2)
    ) f;
END $$;
