-- Returns the group in which a search result lists a product, by the product's status: 0 can be sold, 1 is out of
-- stock, 2 is not offered. An unknown status and null give group 0.
--
-- Called by: search_products.
-- It is SQL because search_products sorts by the group before the row limit is applied.
CREATE OR REPLACE FUNCTION availability_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status = 'out_of_stock' THEN 1 WHEN status IN ('hidden', 'discontinued', 'no_variants') THEN 2 ELSE 0 END
$$;
