-- Two functions that search products now work on a Citus cluster (docs/decisions/citus.md). find_variants_by_code also
-- compares install_id itself, and match_products sets its limit of similarity by SET LOCAL. daftar_system owns the
-- functions, so it replaces them. It needs the privilege CREATE on the schema for that, which is revoked immediately
-- afterwards.
--
-- The first setting concerns only Citus: the functions are replaced on the coordinator and not on the other nodes, where
-- daftar_system has no such privilege. Nothing calls these functions there.
SET LOCAL citus.enable_ddl_propagation = off;
GRANT CREATE ON SCHEMA public TO daftar_system;
SET LOCAL ROLE daftar_system;

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

-- Returns the products that may be meant by the items of a customer's message, as pairs of n and product id. For item n
-- (from 1) these are the products that contain all stems of the item (a stem is a word without its ending). If no
-- product contains all stems, the products with the most similar names are returned (pg_trgm, word_similarity). Rows
-- with n = 0 are the products that have one of the codes as SKU or barcode, at most 100.
--
-- Arguments: folded items; for each item its stems, separated by spaces; folded codes; the maximum number of rows for
-- each item.
-- Called by: lib/catalogue/match-message.server.ts.
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, PostgreSQL
-- cannot use these indexes: it first removes the rows of other installs, which row security hides, and only then
-- compares texts. Otherwise, an error message of LIKE or of another function could show a hidden text. Instead of row
-- security, the function itself selects only rows of the install of the transaction. It raises an error if no install
-- is set (S25).
CREATE OR REPLACE FUNCTION match_products(items text[], stems text[], codes text[], max_rows integer)
RETURNS TABLE (n integer, id text)
LANGUAGE plpgsql SECURITY DEFINER ROWS 300
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  looked_at_max CONSTANT integer := 300;
  item text;
  holds text;
  hits integer;
  -- The lowest similarity (0 to 1) at which a name counts as similar to the item. 0.5 finds names that are nearly equal
  -- to the item. If there are none, 0.25 also finds a name that shares only its root with a plural in the message.
  likeness text;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT 0, v.product_id FROM unnest(codes) AS code
      JOIN variants v ON '*' || v.install_id = '*' || install AND fold_tag(v.document->>'sku') = code
    UNION SELECT 0, v.product_id FROM unnest(codes) AS code
      JOIN variants v ON '|' || v.install_id = '|' || install AND fold_tag(v.document->>'barcode') = code
    LIMIT 100;
  FOR place IN 1..coalesce(cardinality(items), 0) LOOP
    item := trigram_key(items[place]);
    hits := 0;
    SELECT string_agg(format('p.search_key LIKE %L', '%' || trigram_key(stem) || '%'), ' AND ') INTO holds
      FROM unnest(string_to_array(nullif(stems[place], ''), ' ')) AS stem;
    IF holds IS NOT NULL THEN
      RETURN QUERY EXECUTE format(
        'SELECT %s, p.id FROM (
           SELECT p.id, left(p.search_key, 64) AS name FROM products p
           WHERE p.install_id || '''' = %L AND p.deleted_at IS NULL AND %s LIMIT %s
         ) p ORDER BY word_similarity(%L, p.name) DESC, length(p.name), p.id LIMIT %s',
        place, install, holds, looked_at_max, item, max_rows);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END IF;
    FOREACH likeness IN ARRAY ARRAY['0.5', '0.25'] LOOP
      EXIT WHEN hits > 0;
      -- A Citus cluster sends SET LOCAL to its nodes, but not set_config. SET is not allowed in a STABLE function.
      EXECUTE format('SET LOCAL pg_trgm.word_similarity_threshold = %s', likeness);
      RETURN QUERY EXECUTE format(
        'SELECT %1$s, p.id FROM products p
         WHERE ''~'' || p.install_id = ''~'' || %2$L AND p.deleted_at IS NULL AND left(p.search_key, 64) %%> %3$L
         ORDER BY word_similarity(%3$L, left(p.search_key, 64)) DESC, p.id LIMIT %4$s',
        place, install, item, max_rows);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END LOOP;
  END LOOP;
END $$;

RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM daftar_system;
