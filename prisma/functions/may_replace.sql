-- Returns whether a read may replace the stored row, which may be a tombstone (M5). Only a read with a greater fence
-- replaces a tombstone, because timestamps say nothing about a deletion. For other rows is_forward decides (M4).
--
-- Arguments: deleted_at (null: not deleted), updated_at and fence of the stored row, updated_at and fence of the read.
-- Called by: lib/mirror/orders/order-mirror.server.ts, lib/mirror/products/product-mirror.server.ts.
-- It is SQL because the comparison and the write must be one statement.
CREATE OR REPLACE FUNCTION may_replace(
  stored_deleted_at timestamptz, stored_updated_at timestamptz, stored_fence bigint,
  read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stored_deleted_at IS NOT NULL THEN read_fence > stored_fence
    ELSE is_forward(stored_updated_at, stored_fence, read_updated_at, read_fence)
  END
$$;
