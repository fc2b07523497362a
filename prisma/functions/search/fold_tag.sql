-- Returns the folded form of a tag or code, so that two spellings can be compared. The form is NFKC in lower case,
-- without diacritics and tatweel, with one form of alef, yeh and heh, ASCII digits and single spaces. It has at most
-- 200 characters, so that it fits an index key. The result equals that of lib/shared/fold-text.ts, except for
-- diacritics outside of the Latin and Arabic scripts.
--
-- Called by: keep_order_tags, search_products, match_products, find_variants_by_code, the indexes products_by_dsin,
-- variants_by_sku and variants_by_barcode, lib/orders/list/order-statements.server.ts.
-- It is SQL because a trigger stores the tags and an index contains the codes. Both the stored text and the text that
-- is searched for are folded by this function, so the two can be compared.
-- After a change of this function, rebuild order_tags and the indexes.
CREATE OR REPLACE FUNCTION fold_tag(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.left(pg_catalog.btrim(pg_catalog.regexp_replace(
    pg_catalog.translate(
      pg_catalog.regexp_replace(
        pg_catalog.lower(pg_catalog.normalize(tag, 'NFKC')),
        '[\u0640\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]', '', 'g'),
      'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايه01234567890123456789'),
    '\s+', ' ', 'g')), 200)
$$;
