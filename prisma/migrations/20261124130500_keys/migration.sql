-- The note of an order has its own column, so that every encrypted value is in a column with a name in _enc.
ALTER TABLE "orders" ADD COLUMN "note_enc" TEXT;
