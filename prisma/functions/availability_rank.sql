-- Returns the group of a product in a search result by its status: 0 can be sold, 1 is out of stock, 2 is not offered.
-- Any other status, and null, is group 0.
--
-- Called by: search_products.
-- It is SQL because search_products sorts by it before the limit is applied.
CREATE OR REPLACE FUNCTION availability_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status = 'out_of_stock' THEN 1 WHEN status IN ('hidden', 'discontinued', 'no_variants') THEN 2 ELSE 0 END
$$;
