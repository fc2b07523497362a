-- Adds the exchange rates that a merchant types, and the rate limit of a quote's version (docs/decisions/quote-rates.md).

-- The store's current rate of each pair of currencies, as people say it: one unit of `one` is scaled / 10^scale units of
-- `other`. New prices in `other` are rounded to multiples of `step_minor`, in minor units with `decimals` decimals.
-- `limit_permille` is suggested for new quotes; null means off.
CREATE TABLE "exchange_rates" (
    "install_id" TEXT NOT NULL,
    "one" TEXT NOT NULL,
    "other" TEXT NOT NULL,
    "scaled" BIGINT NOT NULL CHECK (scaled > 0),
    "scale" INTEGER NOT NULL CHECK (scale BETWEEN 0 AND 18),
    "step_minor" BIGINT NOT NULL DEFAULT 1 CHECK (step_minor > 0),
    "decimals" INTEGER NOT NULL,
    "limit_permille" INTEGER CHECK (limit_permille BETWEEN 1 AND 500),
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("install_id","one","other")
);
CREATE POLICY tenant ON exchange_rates TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_rates TO daftar_app;
ALTER TABLE exchange_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE exchange_rates FORCE ROW LEVEL SECURITY;

-- The rate limit belongs to a version. The previous release sends versions without a limit.
ALTER TABLE "quote_versions"
  ADD COLUMN "rate_one" TEXT,
  ADD COLUMN "rate_other" TEXT,
  ADD COLUMN "rate_scaled" BIGINT,
  ADD COLUMN "rate_scale" INTEGER,
  ADD COLUMN "rate_permille" INTEGER;

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
