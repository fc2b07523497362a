-- AlterTable
ALTER TABLE "budgets" DROP COLUMN "granted",
DROP COLUMN "requests",
DROP COLUMN "writes";

-- AlterTable
ALTER TABLE "install_tokens" ADD COLUMN     "installation_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "installation_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "trial_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "budget_asks" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "lane" INTEGER NOT NULL,
    "is_write" BOOLEAN NOT NULL,
    "waits_until" BIGINT,
    "granted_at" BIGINT,

    CONSTRAINT "budget_asks_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateIndex
CREATE INDEX "install_tokens_installation_due_at_idx" ON "install_tokens"("installation_due_at");

-- AddForeignKey
ALTER TABLE "budget_asks" ADD CONSTRAINT "budget_asks_install_id_fkey" FOREIGN KEY ("install_id") REFERENCES "budgets"("install_id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE budget_asks ENABLE ROW LEVEL SECURITY;
ALTER TABLE budget_asks FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON budget_asks TO daftar_system;
CREATE POLICY system ON budget_asks TO daftar_system USING (true) WITH CHECK (true);

-- One ask for one request: 0 when it is granted, else the milliseconds until asking again is worth it. The rules and
-- their reasons stand in docs/decisions/budget-lanes.md. Lane 0 is a person; 1 (retry), 2 (webhook) and 3
-- (background) are work. All times are in ms since the epoch; the clock is the database's, read under the lock.
CREATE FUNCTION take_budget(
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
      WHEN writes_room <= headroom_writes THEN used.write_leaves
      WHEN used.writes < burst_writes THEN now_ms
      ELSE paced_at(used.work_write_at, used.write_leaves, writes_room + writes_kept - headroom_writes,
        window_ms / writes_max) END;
    open_at := CASE WHEN writes THEN greatest(request_at, write_at) ELSE request_at END;
    -- At the next turn it may be free whatever the pace says.
    open_at := greatest(blocked, least(open_at, (turn + 1) * turn_ms));
    IF EXISTS (
      SELECT FROM budget_asks w
      WHERE w.install_id = of_install AND w.waits_until IS NOT NULL AND w.id <> ask
        -- A write that has to wait for writes is not helped by a request.
        AND (NOT w.is_write OR CASE WHEN w.lane = 0 THEN person_write_open ELSE write_at <= now_ms END)
        AND CASE WHEN w.lane = 0 THEN NOT is_turn ELSE
          work_rank(of_install, w.lane, w.is_write, turn, turn_ms) < work_rank(of_install, of_lane, writes, turn, turn_ms)
        END
    ) THEN
      open_at := greatest(open_at, now_ms + ask_again_ms);
    END IF;
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

-- When work may go on: what is free is spread over the time until more leaves the window, and never closer than the
-- even pace (less a tenth, which makes up for asking late).
CREATE FUNCTION paced_at(last_at bigint, leaves bigint, room integer, even_ms bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT last_at + greatest(even_ms * 9 / 10, (leaves - last_at) / (room + 1))
$$;

-- Who goes first among work: those not served in this turn, the longest unserved first; then by lane, writes before
-- reads, which are fewer.
CREATE FUNCTION work_rank(of_install text, of_lane integer, writes boolean, turn bigint, turn_ms bigint)
RETURNS bigint[] LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN coalesce(max(granted_at) / turn_ms, -1) < turn
    THEN ARRAY[0, coalesce(max(granted_at), 0), of_lane, (NOT writes)::integer]
    ELSE ARRAY[1, 0, of_lane, (NOT writes)::integer]
  END
  FROM budget_asks
  WHERE install_id = of_install AND granted_at IS NOT NULL AND lane = of_lane AND is_write = writes
$$;

REVOKE EXECUTE ON FUNCTION take_budget, paced_at, work_rank FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_budget, paced_at, work_rank TO daftar_system;
