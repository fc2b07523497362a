-- Reads took the request that came free just before a write was due, and writes fell to 52 of the 55 in a minute: a
-- read now leaves it to a write that is due before the read's next ask, and no longer than until then. Until when a
-- write waits for others to leave the window counts its pace, or reads would yield to one that may not go yet.

-- One ask for one request: 0 when it is granted, else the milliseconds until asking again is worth it. The rules and
-- their reasons stand in docs/decisions/budget-lanes.md. Lane 0 is a person; 1 (retry), 2 (webhook) and 3
-- (background) are work. All times are in ms since the epoch; the clock is the database's, read under the lock.
CREATE OR REPLACE FUNCTION take_budget(
  of_install text, ask uuid, of_lane integer, writes boolean,
  window_ms bigint, requests_max integer, writes_max integer, turn_ms bigint,
  burst_requests integer, burst_writes integer, headroom_requests integer, headroom_writes integer,
  ask_again_ms bigint, mark_grace_ms bigint, clock_ms bigint DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  now_ms bigint;
  blocked bigint;
  turn bigint;
  -- A window touches at most this many turns.
  turns integer := ceil(window_ms::numeric / turn_ms) + 1;
  used record;
  -- What is kept for the turns of work to come, and what is free beyond that.
  requests_kept integer;
  writes_kept integer;
  requests_room integer;
  writes_room integer;
  is_turn boolean;
  is_write_turn boolean;
  -- When work may take its next request and its next write, as far as pace and room go.
  request_at bigint;
  write_at bigint;
  person_write_open boolean;
  open_at bigint;
BEGIN
  -- Takers of one install queue here, so each judges by what the one before it left.
  SELECT blocked_until INTO blocked FROM budgets WHERE install_id = of_install FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO budgets (install_id) VALUES (of_install) ON CONFLICT DO NOTHING;
    SELECT blocked_until INTO blocked FROM budgets WHERE install_id = of_install FOR UPDATE;
  END IF;
  now_ms := coalesce(clock_ms, extract(epoch FROM clock_timestamp()) * 1000);
  turn := now_ms / turn_ms;

  -- Grants that left the window, and waiters that did not come back.
  DELETE FROM budget_asks
  WHERE install_id = of_install AND (granted_at <= now_ms - window_ms OR waits_until <= now_ms);

  SELECT count(*) AS requests, count(*) FILTER (WHERE is_write) AS writes,
    min(granted_at) + window_ms AS request_leaves, min(granted_at) FILTER (WHERE is_write) + window_ms AS write_leaves,
    max(granted_at) FILTER (WHERE lane > 0) AS work_at, max(granted_at) FILTER (WHERE lane > 0 AND is_write) AS work_write_at,
    count(DISTINCT granted_at / turn_ms) FILTER (WHERE lane > 0) AS work_turns,
    count(DISTINCT granted_at / turn_ms) FILTER (WHERE lane > 0 AND is_write) AS work_write_turns
  INTO used FROM budget_asks WHERE install_id = of_install AND granted_at IS NOT NULL;

  -- One grant of each turn is kept for work; taking it frees what was kept, so it costs a person nothing.
  requests_kept := turns - used.work_turns;
  writes_kept := turns - used.work_write_turns;
  requests_room := requests_max - requests_kept - used.requests;
  writes_room := writes_max - writes_kept - used.writes;
  is_turn := used.work_at IS NULL OR used.work_at / turn_ms < turn;
  is_write_turn := used.work_write_at IS NULL OR used.work_write_at / turn_ms < turn;
  person_write_open := writes_room > 0;

  IF of_lane = 0 THEN
    open_at := greatest(blocked,
      CASE WHEN requests_room < 1 THEN used.request_leaves END,
      CASE WHEN writes AND writes_room < 1 THEN used.write_leaves END);
  ELSE
    request_at := CASE
      WHEN is_turn THEN now_ms
      WHEN requests_room <= headroom_requests THEN used.request_leaves
      -- A write keeps the pace of writes, which is the slower.
      WHEN writes OR used.requests < burst_requests THEN now_ms
      ELSE paced_at(used.work_at, used.request_leaves, requests_room + requests_kept - headroom_requests,
        window_ms / requests_max) END;
    write_at := CASE
      WHEN is_write_turn THEN now_ms
      WHEN writes_room <= headroom_writes THEN
        greatest(used.write_leaves, paced_at(used.work_write_at, used.work_write_at, 0, window_ms / writes_max))
      WHEN used.writes < burst_writes THEN now_ms
      ELSE paced_at(used.work_write_at, used.write_leaves, writes_room + writes_kept - headroom_writes,
        window_ms / writes_max) END;
    open_at := CASE WHEN writes THEN greatest(request_at, write_at) ELSE request_at END;
    -- At the next turn it may be free whatever the pace says.
    open_at := greatest(blocked, least(open_at, (turn + 1) * turn_ms));
    -- Who goes before this one, and until when it yields to them.
    SELECT greatest(open_at, max(
      CASE WHEN w.lane > 0 AND w.is_write AND write_at > now_ms THEN write_at + 1 ELSE now_ms + ask_again_ms END))
    INTO open_at FROM budget_asks w
    WHERE w.install_id = of_install AND w.waits_until IS NOT NULL AND w.id <> ask
      -- A write that has to wait for writes is not helped by a request, unless it may go before its next ask: it would
      -- be left waiting for the next request that comes free, and writes would fall behind their pace.
      AND (NOT w.is_write OR CASE WHEN w.lane = 0 THEN person_write_open ELSE write_at <= now_ms + ask_again_ms END)
      AND CASE WHEN w.lane = 0 THEN NOT is_turn ELSE
        work_rank(of_install, w.lane, w.is_write, turn, turn_ms) < work_rank(of_install, of_lane, writes, turn, turn_ms)
      END;
  END IF;

  IF coalesce(open_at, now_ms) <= now_ms THEN
    INSERT INTO budget_asks (install_id, id, lane, is_write, granted_at)
    VALUES (of_install, ask, of_lane, writes, now_ms)
    ON CONFLICT (install_id, id) DO UPDATE SET granted_at = now_ms, waits_until = NULL;
    RETURN 0;
  END IF;

  -- Under Retry-After nobody is served, so nothing is gained by asking sooner.
  open_at := least(open_at, greatest(blocked, now_ms + ask_again_ms));
  INSERT INTO budget_asks (install_id, id, lane, is_write, waits_until)
  VALUES (of_install, ask, of_lane, writes, open_at + mark_grace_ms)
  ON CONFLICT (install_id, id) DO UPDATE SET waits_until = excluded.waits_until;
  RETURN greatest(1, open_at - now_ms);
END $$;
