-- What the app sent with an order and no read of the platform returns: the reason of the discount (encrypted), the store
-- prices of the variants at that time, and the order that it replaces. Orders from before this migration have none. The
-- previous release writes rows without these columns.
ALTER TABLE "created_orders" ADD COLUMN "discount_reason_enc" TEXT, ADD COLUMN "replaces_order_id" TEXT,
  ADD COLUMN "store_prices" JSONB;
