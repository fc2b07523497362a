-- What the search of the catalogue reads; how it is used: lib/catalogue/find-products.server.ts. What a product is found
-- by is folded (lib/shared/fold-text.ts), and begins with its name. Its trigrams' text is stored: to compare the rows that
-- an index finds it would be made anew from each of them, which takes longer than all the rest.
ALTER TABLE products ADD COLUMN search_key text GENERATED ALWAYS AS (trigram_key(search_text)) STORED;
DROP INDEX products_search;
CREATE INDEX products_search ON products USING gin ((install_id || ''), search_key gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;
-- The name alone: of the whole text it takes several times as long to tell how much of it is like an item of a message.
-- The install stands in each of these in a form of its own, so that no search can be planned along the index of another.
CREATE INDEX products_alike ON products USING gin (('~' || install_id), left(search_key, 64) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;
CREATE INDEX products_newest ON products (install_id, updated_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_by_start ON products (('^' || install_id), left(search_text, 64) text_pattern_ops)
  WHERE deleted_at IS NULL;

-- A code is a key of its own, however short it is; what fold_tag does to a tag is what is done to all that is searched.
CREATE INDEX products_by_dsin ON products (('#' || install_id), fold_tag(document->>'dsin') text_pattern_ops)
  WHERE deleted_at IS NULL;
CREATE INDEX variants_by_sku ON variants (('*' || install_id), fold_tag(document->>'sku') text_pattern_ops);
CREATE INDEX variants_by_barcode ON variants (('|' || install_id), fold_tag(document->>'barcode') text_pattern_ops);

-- Under row security an index of an expression is of no use, as with search_orders: codes are looked up as
-- daftar_system, to whom every row is open, and bound to the install by the function.
GRANT SELECT ON variants TO daftar_system;
CREATE POLICY system ON variants TO daftar_system USING (true) WITH CHECK (true);

-- What can be sold before what can't be just now, and that before what is not offered.
CREATE FUNCTION availability_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status = 'out_of_stock' THEN 1 WHEN status IN ('hidden', 'discontinued', 'no_variants') THEN 2 ELSE 0 END
$$;

-- Products whose text holds every pattern (LIKE, folded), the `most` that come first: those of which `folded` is a code
-- (place 0), those whose name begins with it (1), the others (2); in each what can be sold first, and then by name. It
-- looks no further than it must: a text of which codes begin, or names enough, is not looked for within. Of a word that
-- thousands hold, some 1,500 are put in order. `by_trigrams`: a pattern is long enough for the index, or else the
-- products last changed are looked through.
CREATE FUNCTION search_products(patterns text[], folded text, by_trigrams boolean, most integer)
RETURNS TABLE (id text, place integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 40
SET search_path = pg_catalog, public, pg_temp
-- Whatever the planner knows of texts or believes to know, and whatever the caller has set for lists.
SET enable_seqscan = off SET enable_sort = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  -- Some 10 ms of reading, comparing and sorting each, on a machine that does nothing else.
  begun_max CONSTANT integer := 400;
  found_max CONSTANT integer := 1500;
  walked_max CONSTANT integer := 2000;
  -- A shorter one is likelier a word or a number.
  code_min CONSTANT integer := 4;
  begins text := regexp_replace(left(folded, 64), '([\\%_])', '\\\1', 'g') || '%';
  holds text;
  keys text;
  found jsonb := '[]';
  coded boolean;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('p.search_text LIKE %L', pattern), ' AND '),
      string_agg(format('p.search_key LIKE %L', trigram_key(pattern)), ' AND ')
    INTO holds, keys FROM unnest(patterns) AS pattern;
  IF holds IS NULL THEN
    RAISE EXCEPTION 'nothing is searched for' USING ERRCODE = 'invalid_parameter_value';
  END IF;

  EXECUTE format($q$
    WITH coded AS (
      (SELECT v.product_id, fold_tag(v.document->>'sku') AS code FROM variants v
        WHERE '*' || v.install_id = '*' || %1$L AND fold_tag(v.document->>'sku') LIKE %2$L LIMIT 100)
      UNION ALL (SELECT v.product_id, fold_tag(v.document->>'barcode') FROM variants v
        WHERE '|' || v.install_id = '|' || %1$L AND fold_tag(v.document->>'barcode') LIKE %2$L LIMIT 100)
      UNION ALL (SELECT p.id, fold_tag(p.document->>'dsin') FROM products p
        WHERE '#' || p.install_id = '#' || %1$L AND p.deleted_at IS NULL AND fold_tag(p.document->>'dsin') LIKE %2$L
        LIMIT 100)
    )
    SELECT coalesce(jsonb_agg(f), '[]') FROM (
      SELECT p.id, CASE WHEN c.code = %3$L THEN 0 ELSE 2 END AS place, availability_rank(p.status) AS rank,
        left(p.search_text, 64) AS name
      FROM coded c CROSS JOIN LATERAL (
        -- By its key, for each: the planner that knows nothing of the store would read it whole and compare.
        SELECT p.id, p.status, p.search_text, p.deleted_at FROM products p
        WHERE p.install_id = %1$L AND p.id = c.product_id LIMIT 1
      ) p
      WHERE p.deleted_at IS NULL AND (c.code = %3$L OR length(%3$L) >= %4$s)
      UNION ALL (SELECT p.id, 1, availability_rank(p.status), left(p.search_text, 64) FROM products p
        WHERE '^' || p.install_id = '^' || %1$L AND p.deleted_at IS NULL AND left(p.search_text, 64) LIKE %2$L
          AND starts_with(p.search_text, %3$L)
        ORDER BY left(p.search_text, 64) USING ~<~ LIMIT %5$s)
    ) f $q$, install, begins, folded, code_min, begun_max) INTO found;
  SELECT coalesce(bool_or(f.place <> 1), false) INTO coded FROM jsonb_to_recordset(found) AS f (place integer);

  IF NOT (coded AND length(folded) >= code_min) AND jsonb_array_length(found) < most THEN
    EXECUTE format(
      CASE WHEN by_trigrams THEN $q$
        SELECT %1$L::jsonb || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM products p
          WHERE p.install_id || '' = %2$L AND p.deleted_at IS NULL AND %3$s AND %4$s LIMIT %5$s
        ) f $q$
      ELSE $q$
        SELECT %1$L::jsonb || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM (
            SELECT p.id, p.status, p.search_text FROM products p WHERE p.install_id = %2$L AND p.deleted_at IS NULL
            ORDER BY p.updated_at DESC NULLS LAST, p.id DESC LIMIT %6$s
          ) p WHERE %4$s
        ) f $q$
      END, found, install, keys, holds, found_max, walked_max) INTO found;
  END IF;

  RETURN QUERY
    SELECT f.id, min(f.place) FROM jsonb_to_recordset(found) AS f (id text, place integer, rank integer, name text)
    GROUP BY f.id ORDER BY min(f.place), min(f.rank), min(f.name COLLATE "C"), f.id LIMIT most;
END $$;

-- For each item of a message the products that hold all its stems (words, parted by spaces), or else those whose names are
-- most like it (pg_trgm: word_similarity); and for all of them those that have one of the codes (n is 0). n counts the
-- items from 1.
CREATE FUNCTION match_products(items text[], stems text[], codes text[], most integer)
RETURNS TABLE (n integer, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 300
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  looked_at_max CONSTANT integer := 300;
  item text;
  holds text;
  hits integer;
  -- First what is nearly the same; then a plural that shares no more than its root with what is sold.
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
        place, install, holds, looked_at_max, item, most);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END IF;
    FOREACH likeness IN ARRAY ARRAY['0.5', '0.25'] LOOP
      EXIT WHEN hits > 0;
      PERFORM set_config('pg_trgm.word_similarity_threshold', likeness, true);
      RETURN QUERY EXECUTE format(
        'SELECT %1$s, p.id FROM products p
         WHERE ''~'' || p.install_id = ''~'' || %2$L AND p.deleted_at IS NULL AND left(p.search_key, 64) %%> %3$L
         ORDER BY word_similarity(%3$L, left(p.search_key, 64)) DESC, p.id LIMIT %4$s',
        place, install, item, most);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END LOOP;
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION search_products, match_products FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_products, match_products TO daftar_app;
-- A new owner must be one who may create here; only for as long as it takes.
GRANT CREATE ON SCHEMA public TO daftar_system;
ALTER FUNCTION search_products OWNER TO daftar_system;
ALTER FUNCTION match_products OWNER TO daftar_system;
REVOKE CREATE ON SCHEMA public FROM daftar_system;
