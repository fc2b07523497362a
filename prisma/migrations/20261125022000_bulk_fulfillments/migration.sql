-- The shipment to which a bulk run adds a tracking number. Null: the item creates a shipment, or is not about one. The
-- previous release writes rows without this column.
ALTER TABLE "bulk_items" ADD COLUMN "fulfillment_id" TEXT;
