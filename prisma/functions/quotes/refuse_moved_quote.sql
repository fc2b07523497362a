-- Trigger function on the table quotes. It refuses the acceptance of a quote whose price must be updated: the store's
-- exchange rate has moved by more than the limit of the quote's current version. It locks the rate until the transaction
-- ends, so that no other transaction changes the rate before the acceptance is stored.
--
-- Called by: the trigger quotes_accepted.
-- It is SQL because during an upgrade, a process of a release that knows no rate limits accepts quotes too.
CREATE OR REPLACE FUNCTION refuse_moved_quote() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT v.rate_permille FROM quote_versions v
      WHERE (v.install_id, v.quote_id, v.version) = (OLD.install_id, OLD.id, OLD.version)) IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM FROM quote_versions v
    JOIN exchange_rates r ON (r.install_id, r.one, r.other) = (v.install_id, v.rate_one, v.rate_other)
    WHERE (v.install_id, v.quote_id, v.version) = (OLD.install_id, OLD.id, OLD.version)
    FOR SHARE OF r;
  IF EXISTS (SELECT FROM find_moved_quotes(OLD.install_id, ARRAY[OLD.id])) THEN
    RAISE EXCEPTION 'the price of the quote must be updated' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
