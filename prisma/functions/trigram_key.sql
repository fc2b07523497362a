-- Returns a folded text with each Arabic letter replaced by a Latin letter, for the trigram indexes. pg_trgm decides by
-- the database's LC_CTYPE what a letter is. With LC_CTYPE C (the embedded server and many containers) it ignores Arabic
-- letters. Two Arabic letters may become the same Latin letter, so a search also compares the rows with search_text.
--
-- Argument: a text that was folded by lib/shared/fold-text.ts.
-- Called by: the column products.search_key, the index orders_search, search_orders, search_products, match_products.
-- It is SQL because a generated column and an index use it. After a change, rebuild both.
CREATE OR REPLACE FUNCTION trigram_key(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.translate(folded,
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويءؤئپچژگکیھەڕڵۆێ',
    'abtcjhxdcrzsopvuvegfqklmniwyawybjzgkyiirlwy')
$$;
