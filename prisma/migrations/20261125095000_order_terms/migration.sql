-- Stores values of a created order that the platform does not return: the reason of the discount (encrypted), the store
-- prices of the variants when the order was created, and the id of the order that it replaces. In rows from before this
-- migration the columns are null. The columns are nullable, because during an upgrade the previous release still writes
-- rows without them.
ALTER TABLE "created_orders" ADD COLUMN "discount_reason_enc" TEXT, ADD COLUMN "replaces_order_id" TEXT,
  ADD COLUMN "store_prices" JSONB;
