-- Asks for permission (a grant) to send one request within an install's request budget (D6, U6). Returns 0 if it is
-- granted, else the number of ms after which the caller should ask again. docs/decisions/budget-lanes.md has the rules
-- and their reasons.
--
-- Arguments: the install; the id of the request, which stays the same while the caller waits; the lane (0 person, 1
-- retry, 2 webhook, 3 background; lanes 1 to 3 are called work); whether the request is a write; then the values of
-- budgetRules in lib/installs/request-budget.server.ts, in the same sequence. Names that end in _ms are in ms. clock_ms
-- replaces the clock in tests. All times in the tables are in ms since the epoch.
-- Called by: lib/installs/request-budget.server.ts.
-- It is SQL because all processes share the budget. The lock of the install's row puts their requests in one sequence.
-- The database's clock, which is read under this lock, is the only clock that all processes share.
CREATE OR REPLACE FUNCTION take_budget(
  of_install text, request_id uuid, of_lane integer, writes boolean,
  window_ms bigint, requests_max integer, writes_max integer, slice_ms bigint,
  burst_requests integer, burst_writes integer, headroom_requests integer, headroom_writes integer,
  recheck_ms bigint, mark_grace_ms bigint, clock_ms bigint DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  now_ms bigint;
  blocked bigint;
  slice bigint;
  -- The largest number of slices that one window (the last window_ms) can touch.
  slices integer := ceil(window_ms::numeric / slice_ms) + 1;
  used record;
  -- requests_reserved, writes_reserved: number of grants that are reserved for work. One grant is reserved for each
  -- slice of the window in which work had no grant.
  -- requests_room, writes_room: number of grants that are free in addition to the reserved grants.
  requests_reserved integer;
  writes_reserved integer;
  requests_room integer;
  writes_room integer;
  is_slice_open boolean;
  is_write_slice_open boolean;
  -- Earliest time of the next request grant (request_at) and of the next write grant (write_at) for work. These times
  -- depend on the pace and on the free grants, but not on other requests that wait.
  request_at bigint;
  write_at bigint;
  person_write_open boolean;
  open_at bigint;
BEGIN
  -- Callers of one install wait here for the row lock, so each sees the grants of the previous one.
  SELECT blocked_until INTO blocked FROM budgets WHERE install_id = of_install FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO budgets (install_id) VALUES (of_install) ON CONFLICT DO NOTHING;
    SELECT blocked_until INTO blocked FROM budgets WHERE install_id = of_install FOR UPDATE;
  END IF;
  now_ms := coalesce(clock_ms, extract(epoch FROM clock_timestamp()) * 1000);
  slice := now_ms / slice_ms;

  -- Deletes grants that are older than the window, and waiting requests whose caller did not ask again in time.
  DELETE FROM budget_requests
  WHERE install_id = of_install AND (granted_at <= now_ms - window_ms OR waits_until <= now_ms);

  SELECT count(*) AS requests, count(*) FILTER (WHERE is_write) AS writes,
    min(granted_at) + window_ms AS request_leaves, min(granted_at) FILTER (WHERE is_write) + window_ms AS write_leaves,
    max(granted_at) FILTER (WHERE lane > 0) AS work_at, max(granted_at) FILTER (WHERE lane > 0 AND is_write) AS work_write_at,
    count(DISTINCT granted_at / slice_ms) FILTER (WHERE lane > 0) AS work_slices,
    count(DISTINCT granted_at / slice_ms) FILTER (WHERE lane > 0 AND is_write) AS work_write_slices
  INTO used FROM budget_requests WHERE install_id = of_install AND granted_at IS NOT NULL;

  -- One grant of each slice is reserved for work. When work takes the reserved grant, the reservation ends. So the
  -- number of free grants for the person lane does not change.
  requests_reserved := slices - used.work_slices;
  writes_reserved := slices - used.work_write_slices;
  requests_room := requests_max - requests_reserved - used.requests;
  writes_room := writes_max - writes_reserved - used.writes;
  is_slice_open := used.work_at IS NULL OR used.work_at / slice_ms < slice;
  is_write_slice_open := used.work_write_at IS NULL OR used.work_write_at / slice_ms < slice;
  person_write_open := writes_room > 0;

  IF of_lane = 0 THEN
    open_at := greatest(blocked,
      CASE WHEN requests_room < 1 THEN used.request_leaves END,
      CASE WHEN writes AND writes_room < 1 THEN used.write_leaves END);
  ELSE
    request_at := CASE
      WHEN is_slice_open THEN now_ms
      WHEN requests_room <= headroom_requests THEN used.request_leaves
      -- The pace of requests does not delay a write, because write_at has the pace of writes, which is slower.
      WHEN writes OR used.requests < burst_requests THEN now_ms
      ELSE paced_at(used.work_at, used.request_leaves, requests_room + requests_reserved - headroom_requests,
        window_ms / requests_max) END;
    write_at := CASE
      WHEN is_write_slice_open THEN now_ms
      WHEN writes_room <= headroom_writes THEN
        greatest(used.write_leaves, paced_at(used.work_write_at, used.work_write_at, 0, window_ms / writes_max))
      WHEN used.writes < burst_writes THEN now_ms
      ELSE paced_at(used.work_write_at, used.write_leaves, writes_room + writes_reserved - headroom_writes,
        window_ms / writes_max) END;
    open_at := CASE WHEN writes THEN greatest(request_at, write_at) ELSE request_at END;
    -- Work waits for its pace and for free grants at most until the next slice begins. It can take the reserved grant
    -- of that slice without pacing. A pause that the platform demanded (blocked) may be longer.
    open_at := greatest(blocked, least(open_at, (slice + 1) * slice_ms));
    -- If other waiting requests must be granted before this request, this request waits longer:
    -- - until just after write_at, if the other request is a write of work that is not due yet
    -- - for recheck_ms in all other cases
    SELECT greatest(open_at, max(
      CASE WHEN w.lane > 0 AND w.is_write AND write_at > now_ms THEN write_at + 1 ELSE now_ms + recheck_ms END))
    INTO open_at FROM budget_requests w
    WHERE w.install_id = of_install AND w.waits_until IS NOT NULL AND w.id <> request_id
      -- A write needs a write grant and a request grant. While a waiting write cannot get its write grant, other
      -- requests do not wait for it. Exception: a write of work that can get its write grant within recheck_ms. If
      -- another request took the request grant just before this write, the write would wait for the next request grant.
      -- Writes would then fall behind their pace.
      AND (NOT w.is_write OR CASE WHEN w.lane = 0 THEN person_write_open ELSE write_at <= now_ms + recheck_ms END)
      AND CASE WHEN w.lane = 0 THEN NOT is_slice_open ELSE
        work_rank(of_install, w.lane, w.is_write, slice, slice_ms) < work_rank(of_install, of_lane, writes, slice, slice_ms)
      END;
  END IF;

  IF coalesce(open_at, now_ms) <= now_ms THEN
    INSERT INTO budget_requests (install_id, id, lane, is_write, granted_at)
    VALUES (of_install, request_id, of_lane, writes, now_ms)
    ON CONFLICT (install_id, id) DO UPDATE SET granted_at = now_ms, waits_until = NULL;
    RETURN 0;
  END IF;

  -- The caller asks again after recheck_ms at the latest. During a pause that the platform demanded (Retry-After), no
  -- request is granted, so the caller asks again only at the end of the pause.
  open_at := least(open_at, greatest(blocked, now_ms + recheck_ms));
  INSERT INTO budget_requests (install_id, id, lane, is_write, waits_until)
  VALUES (of_install, request_id, of_lane, writes, open_at + mark_grace_ms)
  ON CONFLICT (install_id, id) DO UPDATE SET waits_until = excluded.waits_until;
  RETURN greatest(1, open_at - now_ms);
END $$;
