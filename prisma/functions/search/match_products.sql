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
-- The words of the message are parameters (USING) of the dynamic SQL, never a part of its text: PostgreSQL logs the
-- text of a statement that fails. EXECUTE plans with the values of the parameters, so it uses the same indexes as with
-- literals.
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
  keys text[];
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
    SELECT string_agg(format('p.search_key LIKE ($3)[%s]', ordinal), ' AND '),
        array_agg('%' || trigram_key(stem) || '%' ORDER BY ordinal)
      INTO holds, keys
      FROM unnest(string_to_array(nullif(stems[place], ''), ' ')) WITH ORDINALITY AS s (stem, ordinal);
    IF holds IS NOT NULL THEN
      RETURN QUERY EXECUTE format(
        'SELECT %s, p.id FROM (
           SELECT p.id, left(p.search_key, 64) AS name FROM products p
           WHERE p.install_id || '''' = $1 AND p.deleted_at IS NULL AND %s LIMIT %s
         ) p ORDER BY word_similarity($2, p.name) DESC, length(p.name), p.id LIMIT %s',
        place, holds, looked_at_max, max_rows) USING install, item, keys;
      GET DIAGNOSTICS hits = ROW_COUNT;
    END IF;
    FOREACH likeness IN ARRAY ARRAY['0.5', '0.25'] LOOP
      EXIT WHEN hits > 0;
      -- A Citus cluster sends SET LOCAL to its nodes, but not set_config. SET is not allowed in a STABLE function.
      EXECUTE format('SET LOCAL pg_trgm.word_similarity_threshold = %s', likeness);
      RETURN QUERY EXECUTE format(
        'SELECT %s, p.id FROM products p
         WHERE ''~'' || p.install_id = ''~'' || $1 AND p.deleted_at IS NULL AND left(p.search_key, 64) %%> $2
         ORDER BY word_similarity($2, left(p.search_key, 64)) DESC, p.id LIMIT %s',
        place, max_rows) USING install, item;
      GET DIAGNOSTICS hits = ROW_COUNT;
    END LOOP;
  END LOOP;
END $$;
