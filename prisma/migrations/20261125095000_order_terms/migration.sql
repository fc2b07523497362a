-- Adds columns for values of a created order that the platform does not return:
-- - discount_reason_enc: the reason of the discount, encrypted.
-- - store_prices: the store prices of the variants at the time when the order was created.
-- - replaces_order_id: the id of the older order that the created order replaces.
-- In rows from before this migration the columns are null. The columns are nullable, because during an upgrade the
-- previous release still writes rows without them.
ALTER TABLE "created_orders" ADD COLUMN "discount_reason_enc" TEXT, ADD COLUMN "replaces_order_id" TEXT,
  ADD COLUMN "store_prices" JSONB;
