-- Returns true if the exchange rate `now` differs from the rate `base` by more than `permille` thousandths of `base`. A
-- difference of exactly this size is still allowed. A rate is scaled / 10^scale. The comparison multiplies integers as
-- numeric, so it is exact for every rate of the platform (scaled below 2^53, scale at most 18).
--
-- Called by: find_moved_quotes.
-- It is SQL so that lists, counts and the acceptance page have one rule.
CREATE OR REPLACE FUNCTION is_rate_moved(base_scaled bigint, base_scale integer, now_scaled bigint, now_scale integer,
  permille integer)
RETURNS boolean LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT abs(now_scaled * ('1e' || base_scale)::numeric - base_scaled * ('1e' || now_scale)::numeric) * 1000
    > permille * base_scaled * ('1e' || now_scale)::numeric
$$;
