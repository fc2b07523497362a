-- Returns the rank of a group of waiting requests: the reads or the writes of one work lane (retry, webhook or
-- background). The group with the lowest rank is granted first. Groups are compared in these steps:
-- 1. A group without a grant in the current slice of the budget's minute comes first.
-- 2. Among the groups without such a grant, the group whose last grant is oldest comes first.
-- 3. Groups that are still equal are sorted by lane number.
-- 4. Within a lane, writes come before reads, because writes are fewer.
--
-- Arguments: the install, the lane (1 to 3), whether the rank is for writes, the number of the current slice since the
-- epoch, the length of a slice in ms. The result is an array that compares element by element.
-- Called by: take_budget. docs/decisions/budget-lanes.md gives the reasons (D6).
-- It is SQL because take_budget compares all waiting rows in one statement.
CREATE OR REPLACE FUNCTION work_rank(of_install text, of_lane integer, writes boolean, slice bigint, slice_ms bigint)
RETURNS bigint[] LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN coalesce(max(granted_at) / slice_ms, -1) < slice
    THEN ARRAY[0, coalesce(max(granted_at), 0), of_lane, (NOT writes)::integer]
    ELSE ARRAY[1, 0, of_lane, (NOT writes)::integer]
  END
  FROM budget_requests
  WHERE install_id = of_install AND granted_at IS NOT NULL AND lane = of_lane AND is_write = writes
$$;
