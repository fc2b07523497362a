-- Returns whether data that was just read from the platform may replace the stored row (M4, D4). The data with the
-- later updated_at wins. If the two are equal or one is null, the greater fence wins. A fence is a number that is taken
-- before each read and only grows.
--
-- Arguments: updated_at and fence of the stored row, updated_at and fence of the read.
-- Called by: may_replace, lib/mirror/orders/order-mirror.server.ts.
-- It is SQL because the comparison and the write must be one statement. Otherwise, if two workers store reads of the
-- same row at the same time, the older read could replace the newer one.
CREATE OR REPLACE FUNCTION is_forward(
  stored_updated_at timestamptz, stored_fence bigint, read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stored_updated_at IS NULL OR read_updated_at IS NULL OR stored_updated_at = read_updated_at
      THEN read_fence > stored_fence
    ELSE read_updated_at > stored_updated_at
  END
$$;
