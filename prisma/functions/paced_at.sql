-- Returns the time at which a work lane may take its next grant. The free grants are spread over the time until the
-- oldest grant leaves the window. The distance to the last grant is at least nine tenths of the even pace; the tenth
-- compensates for requests that arrive late.
--
-- Arguments: last_at and leaves are in ms since the epoch: the last grant of work, and when the oldest grant leaves the
-- window. room is the number of free grants. even_ms is the even distance between grants in ms.
-- Called by: take_budget. docs/decisions/budget-lanes.md gives the reasons (D6, U6).
-- It is SQL because take_budget uses it under the lock of the install's budget row.
CREATE OR REPLACE FUNCTION paced_at(last_at bigint, leaves bigint, room integer, even_ms bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT last_at + greatest(even_ms * 9 / 10, (leaves - last_at) / (room + 1))
$$;
