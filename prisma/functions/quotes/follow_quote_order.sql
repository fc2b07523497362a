-- Trigger function on the table operations. When the operation that creates the order of an accepted quote ends, it sets
-- the quote to converted (with the id and number of the order) or to needs_attention. It also notifies open screens
-- through the channel daftar_live. A quote that was withdrawn because its personal data was purged still gets the order,
-- if a user later finds that the write succeeded.
--
-- Called by: the trigger quote_orders_ended. lib/quotes/quote-order.server.ts records the operation.
-- It is SQL because several parts of the program end operations, and the quote must change in the same transaction.
CREATE OR REPLACE FUNCTION follow_quote_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE followed uuid;
BEGIN
  UPDATE quotes SET
    state = CASE WHEN NEW.state = 'succeeded' THEN 'converted' ELSE 'needs_attention' END,
    order_id = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderId' END,
    order_number = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderNumber' END,
    updated_at = now()
  WHERE install_id = NEW.install_id AND operation_id = NEW.id AND (state IN ('accepted', 'needs_attention') OR (NEW.state = 'succeeded' AND state = 'withdrawn' AND purged_at IS NOT NULL))
  RETURNING id INTO followed;
  IF followed IS NOT NULL THEN
    PERFORM pg_notify('daftar_live',
      json_build_object('installId', NEW.install_id, 'kind', 'quote', 'id', followed)::text);
  END IF;
  RETURN NULL;
END $$;
