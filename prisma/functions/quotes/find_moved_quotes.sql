-- Returns the quotes of the install that customers could still accept, but whose price must be updated: the store's
-- exchange rate has moved by more than the limit of the quote's current version. A quote without a limit, or of a pair of
-- currencies without a rate of the store, is not returned. `ids` limits the search to these quotes; null means all.
--
-- Called by: lib/quotes/rate/read-moved-quotes.server.ts.
-- It is SQL so that lists, counts and the acceptance page have one rule.
CREATE OR REPLACE FUNCTION find_moved_quotes(install text, ids uuid[])
RETURNS TABLE (id uuid, updated_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT q.id, q.updated_at
  FROM quotes q
  JOIN quote_versions v ON (v.install_id, v.quote_id, v.version) = (q.install_id, q.id, q.version)
  JOIN exchange_rates r ON (r.install_id, r.one, r.other) = (v.install_id, v.rate_one, v.rate_other)
  WHERE q.install_id = install AND (ids IS NULL OR q.id = ANY(ids))
    AND q.state IN ('sent', 'opened') AND q.expires_at > now() AND v.rate_permille IS NOT NULL
    AND is_rate_moved(v.rate_scaled, v.rate_scale, r.scaled, r.scale, v.rate_permille)
$$;
