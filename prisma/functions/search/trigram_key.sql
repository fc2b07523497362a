-- Returns a folded text with each Arabic letter replaced by a Latin letter, for the trigram indexes. This is necessary
-- because pg_trgm uses the database's LC_CTYPE to decide what a letter is. With LC_CTYPE C (the embedded server and
-- many containers), pg_trgm ignores Arabic letters. Two Arabic letters may become the same Latin letter, so a search
-- also compares the original text (search_text) of each row found.
--
-- Argument: a text that was folded by lib/shared/fold-text.ts.
-- Called by: the column products.search_key, the index orders_search, search_orders, search_products, match_products.
-- It is SQL because a generated column and an index use it.
-- After a change of this function, rebuild that column and that index.
CREATE OR REPLACE FUNCTION trigram_key(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.translate(folded,
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويءؤئپچژگکیھەڕڵۆێ',
    'abtcjhxdcrzsopvuvegfqklmniwyawybjzgkyiirlwy')
$$;
