-- Trigger function on the table orders: keeps the folded tags of each order in the table order_tags. A deleted order
-- has no rows there. The function runs with the rights of the role that writes the order.
--
-- Called by: the triggers order_tags_inserted, order_tags_updated and order_tags_deleted.
-- It is SQL because each write of an order, including bulk inserts, must update the tags in the same transaction.
CREATE OR REPLACE FUNCTION keep_order_tags() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM order_tags WHERE install_id = OLD.install_id AND order_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO order_tags (install_id, tag, created_at, order_id)
    SELECT DISTINCT NEW.install_id, fold_tag(tag), NEW.created_at, NEW.id FROM unnest(NEW.tags) AS tag;
  END IF;
  RETURN NULL;
END $$;
