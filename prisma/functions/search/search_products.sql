-- Returns the first `max_rows` products whose text matches every pattern, and the rank of each as `place`. 0: `folded`
-- is a code of the product. 1: the name begins with `folded`. 2: all other products. Among products with the same
-- `place`, those that can be sold come first; then they are sorted by name.
--
-- Codes and names that begin with the text are searched first. If a code begins with a text of at least 4 characters,
-- or if `max_rows` matches are found, the search stops. Otherwise the function also searches for the text in other
-- places. If thousands of products contain a word, only about 1,500 of these products are sorted.
--
-- Arguments: LIKE patterns of folded text (at least one, or the call is an error); the whole folded text; whether a
-- pattern is long enough for the trigram index (if not, the most recently changed products are read); the maximum
-- number of rows.
-- Called by: lib/catalogue/find-products.server.ts, lib/catalogue/read-product-page.server.ts (U1).
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, PostgreSQL
-- cannot use these indexes: it first removes the rows of other installs, which row security hides, and only then
-- compares texts. Otherwise, an error message of LIKE or of another function could show a hidden text. Instead of row
-- security, the function itself selects only rows of the install of the transaction. It raises an error if no install
-- is set (S25).
-- The searched words are parameters (USING) of the dynamic SQL, never a part of its text: PostgreSQL logs the text of a
-- statement that fails. EXECUTE plans with the values of the parameters, so it uses the same indexes as with literals.
CREATE OR REPLACE FUNCTION search_products(patterns text[], folded text, by_trigrams boolean, max_rows integer)
RETURNS TABLE (id text, place integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 40
SET search_path = pg_catalog, public, pg_temp
-- The query plan must not depend on the planner's statistics about texts. It must also not depend on planner settings
-- that the caller changed for its list queries.
SET enable_seqscan = off SET enable_sort = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  -- Maximum numbers of products that the parts of the search read. Reading, comparing and sorting each of these numbers
  -- of products takes about 10 ms on an idle machine.
  -- - begun_max: products whose name begins with the text
  -- - found_max: products that the trigram index finds
  -- - walked_max: the most recently changed products
  begun_max CONSTANT integer := 400;
  found_max CONSTANT integer := 1500;
  walked_max CONSTANT integer := 2000;
  -- Only a text of at least this length also finds longer codes that begin with it. A shorter text is more likely a
  -- word or a number than the beginning of a code.
  code_min CONSTANT integer := 4;
  begins text := regexp_replace(left(folded, 64), '([\\%_])', '\\\1', 'g') || '%';
  holds text;
  like_keys text;
  keys text[];
  found jsonb := '[]';
  coded boolean;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('p.search_text LIKE ($4)[%s]', ordinal), ' AND '),
      string_agg(format('p.search_key LIKE ($3)[%s]', ordinal), ' AND '),
      array_agg(trigram_key(pattern) ORDER BY ordinal)
    INTO holds, like_keys, keys FROM unnest(patterns) WITH ORDINALITY AS p (pattern, ordinal);
  IF holds IS NULL THEN
    RAISE EXCEPTION 'nothing is searched for' USING ERRCODE = 'invalid_parameter_value';
  END IF;

  EXECUTE format($q$
    WITH coded AS (
      (SELECT v.product_id, fold_tag(v.document->>'sku') AS code FROM variants v
        WHERE '*' || v.install_id = '*' || $1 AND fold_tag(v.document->>'sku') LIKE $2 LIMIT 100)
      UNION ALL (SELECT v.product_id, fold_tag(v.document->>'barcode') FROM variants v
        WHERE '|' || v.install_id = '|' || $1 AND fold_tag(v.document->>'barcode') LIKE $2 LIMIT 100)
      UNION ALL (SELECT p.id, fold_tag(p.document->>'dsin') FROM products p
        WHERE '#' || p.install_id = '#' || $1 AND p.deleted_at IS NULL AND fold_tag(p.document->>'dsin') LIKE $2
        LIMIT 100)
    )
    SELECT coalesce(jsonb_agg(f), '[]') FROM (
      SELECT p.id, CASE WHEN c.code = $3 THEN 0 ELSE 2 END AS place, availability_rank(p.status) AS rank,
        left(p.search_text, 64) AS name
      FROM coded c CROSS JOIN LATERAL (
        -- LIMIT 1 makes the planner look up one product by its primary key for each code. Without LIMIT and without
        -- statistics, the planner would read all products of the store.
        SELECT p.id, p.status, p.search_text, p.deleted_at FROM products p
        WHERE p.install_id = $1 AND p.id = c.product_id LIMIT 1
      ) p
      WHERE p.deleted_at IS NULL AND (c.code = $3 OR length($3) >= %1$s)
      UNION ALL (SELECT p.id, 1, availability_rank(p.status), left(p.search_text, 64) FROM products p
        WHERE '^' || p.install_id = '^' || $1 AND p.deleted_at IS NULL AND left(p.search_text, 64) LIKE $2
          AND starts_with(p.search_text, $3)
        ORDER BY left(p.search_text, 64) USING ~<~ LIMIT %2$s)
    ) f $q$, code_min, begun_max)
    INTO found USING install, begins, folded;
  SELECT coalesce(bool_or(f.place <> 1), false) INTO coded FROM jsonb_to_recordset(found) AS f (place integer);

  IF NOT (coded AND length(folded) >= code_min) AND jsonb_array_length(found) < max_rows THEN
    EXECUTE format(
      CASE WHEN by_trigrams THEN $q$
        SELECT $1 || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM products p
          WHERE p.install_id || '' = $2 AND p.deleted_at IS NULL AND %1$s AND %2$s LIMIT %3$s
        ) f $q$
      ELSE $q$
        SELECT $1 || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM (
            SELECT p.id, p.status, p.search_text FROM products p WHERE p.install_id = $2 AND p.deleted_at IS NULL
            ORDER BY p.updated_at DESC NULLS LAST, p.id DESC LIMIT %4$s
          ) p WHERE %2$s
        ) f $q$
      END, like_keys, holds, found_max, walked_max) INTO found USING found, install, keys, patterns;
  END IF;

  RETURN QUERY
    SELECT f.id, min(f.place) FROM jsonb_to_recordset(found) AS f (id text, place integer, rank integer, name text)
    GROUP BY f.id ORDER BY min(f.place), min(f.rank), min(f.name COLLATE "C"), f.id LIMIT max_rows;
END $$;
