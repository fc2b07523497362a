-- Id of the existing shipment to which an item of a bulk run adds a tracking number. Null: the item creates a shipment,
-- or it is not about a shipment. The column is nullable, because during an upgrade the previous release still writes
-- rows without it.
ALTER TABLE "bulk_items" ADD COLUMN "fulfillment_id" TEXT;
