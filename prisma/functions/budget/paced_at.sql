-- Returns the earliest time of the next grant for work of an install. Work is the lanes for retries, webhooks and
-- background work. Its grants come at even intervals: the time until the oldest grant leaves the budget window is
-- divided by the number of free grants plus one. An interval is at least nine tenths of even_ms. It may be shorter than
-- even_ms, because requests may arrive late.
--
-- Arguments: last_at: time of the last grant to a work lane, in ms since the epoch. leaves: time at which the oldest
-- grant leaves the window, in ms since the epoch. room: number of free grants. even_ms: length of the window divided by
-- the maximum number of grants in it, in ms.
-- Called by: take_budget. docs/decisions/budget-lanes.md gives the reasons (D6, U6).
-- It is SQL because take_budget uses it while it holds the lock of the install's budget row.
CREATE OR REPLACE FUNCTION paced_at(last_at bigint, leaves bigint, room integer, even_ms bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT last_at + greatest(even_ms * 9 / 10, (leaves - last_at) / (room + 1))
$$;
