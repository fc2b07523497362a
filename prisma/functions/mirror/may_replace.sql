-- Returns whether data that was just read from the platform may replace the stored row. The stored row can be a
-- tombstone (the record of a deletion, M5). A tombstone is replaced only by a read with a greater fence, because
-- timestamps say nothing about a deletion. A fence is a number that is taken before each read and only grows. For all
-- other rows, is_forward decides (M4).
--
-- Arguments: deleted_at (null: not deleted), updated_at and fence of the stored row, updated_at and fence of the read.
-- Called by: lib/mirror/orders/order-mirror.server.ts, lib/mirror/products/product-mirror.server.ts.
-- It is SQL because the comparison and the write must be one statement. Otherwise, if two workers store reads of the
-- same row at the same time, the older read could replace the newer one.
CREATE OR REPLACE FUNCTION may_replace(
  stored_deleted_at timestamptz, stored_updated_at timestamptz, stored_fence bigint,
  read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stored_deleted_at IS NOT NULL THEN read_fence > stored_fence
    ELSE is_forward(stored_updated_at, stored_fence, read_updated_at, read_fence)
  END
$$;
