-- AlterTable
ALTER TABLE "dirty_marks" ADD COLUMN     "claim" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "inbox" ADD COLUMN     "entity_id" TEXT,
ADD COLUMN     "kind" TEXT,
ADD COLUMN     "mark" BIGINT,
ADD COLUMN     "movement" JSONB,
ADD COLUMN     "settled_at" TIMESTAMPTZ(3),
ALTER COLUMN "body" DROP NOT NULL;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "detail_fence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "detail_updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '';

-- DropTable
DROP TABLE "backfills";

-- CreateTable
CREATE TABLE "order_tags" (
    "install_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" TEXT NOT NULL,

    CONSTRAINT "order_tags_pkey" PRIMARY KEY ("install_id","tag","created_at","order_id")
);

-- CreateTable
CREATE TABLE "products" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT,
    "status" TEXT,
    "updated_at" TIMESTAMPTZ(3),
    "document" JSONB NOT NULL,
    "search_text" TEXT NOT NULL,
    "fence" BIGINT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "products_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "variants" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "document" JSONB NOT NULL,

    CONSTRAINT "variants_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "movements" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequence" BIGINT,
    "variant_id" TEXT NOT NULL,
    "location_id" TEXT NOT NULL,
    "delta" BIGINT NOT NULL,
    "stock_after" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "movements_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "discounts" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "fence" BIGINT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "sweeps" (
    "install_id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL DEFAULT 0,
    "asked_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "fence" BIGINT,
    "cursor" TEXT,
    "fetched" INTEGER NOT NULL DEFAULT 0,
    "unreadable" INTEGER NOT NULL DEFAULT 0,
    "newest_seen" TIMESTAMPTZ(3),
    "reached_back" TIMESTAMPTZ(3),
    "sequence_seen" BIGINT,
    "watermark" TIMESTAMPTZ(3),
    "sequence_mark" BIGINT,
    "resume_cursor" TEXT,
    "ended_at" TIMESTAMPTZ(3),
    "ended_fetched" INTEGER,
    "ended_seconds" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("install_id","resource","kind")
);

-- CreateTable
CREATE TABLE "drifts" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "found_by" TEXT NOT NULL,
    "fields" TEXT[],
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "drifts_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateIndex
CREATE INDEX "order_tags_install_id_order_id_idx" ON "order_tags"("install_id", "order_id");

-- CreateIndex
CREATE INDEX "variants_install_id_product_id_position_idx" ON "variants"("install_id", "product_id", "position");

-- CreateIndex
CREATE INDEX "movements_install_id_occurred_at_id_idx" ON "movements"("install_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "movements_install_id_variant_id_occurred_at_id_idx" ON "movements"("install_id", "variant_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sweeps_due_at_idx" ON "sweeps"("due_at");

-- CreateIndex
CREATE INDEX "drifts_install_id_found_at_idx" ON "drifts"("install_id", "found_at" DESC);

-- Within an install by time, so that one with much to do costs the others nothing; products by themselves, since they
-- are read together, and may wait while orders do not.
DROP INDEX "dirty_marks_next_attempt_at_idx";
CREATE INDEX dirty_alone ON dirty_marks (install_id, next_attempt_at) WHERE kind <> 'product';
CREATE INDEX dirty_products ON dirty_marks (install_id, next_attempt_at) WHERE kind = 'product';
CREATE INDEX dirty_leased ON dirty_marks (install_id) WHERE lease_until IS NOT NULL;

CREATE INDEX "products_install_id_read_at_idx" ON "products"("install_id", "read_at");

-- Trigrams, and a plain column in front of them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- What the workers look for: few rows, however many there were.
DROP INDEX "inbox_received_at_idx";
CREATE INDEX inbox_stored ON inbox (received_at) WHERE state = 'stored';
-- Of the inbox, what a delivery waits for is as little as can be: the others are filled when it is applied.
CREATE INDEX inbox_applied ON inbox (install_id, received_at) WHERE state <> 'stored';
CREATE INDEX inbox_by_age ON inbox USING brin (received_at);
CREATE INDEX inbox_marked ON inbox (install_id, kind, entity_id) WHERE state = 'marked';
CREATE INDEX movements_provisional ON movements (install_id, stored_at) WHERE sequence IS NULL;
CREATE INDEX orders_without_detail ON orders (install_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND (detail_updated_at IS NULL OR detail_updated_at < updated_at);
CREATE INDEX operations_due ON operations (next_attempt_at) WHERE ended_at IS NULL;
CREATE INDEX operations_with_request ON operations (ended_at) WHERE request_enc IS NOT NULL;

-- The mirror only moves forward: a read replaces what is held when its updated_at is later, or the same with a later
-- fence. Where there is no updated_at, the fence decides.
CREATE FUNCTION is_forward(
  held_updated_at timestamptz, held_fence bigint, read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN held_updated_at IS NULL OR read_updated_at IS NULL OR held_updated_at = read_updated_at
      THEN read_fence > held_fence
    ELSE read_updated_at > held_updated_at
  END
$$;

-- A tombstone is passed only by a read that began after it was set; timestamps say nothing about a deletion.
CREATE FUNCTION may_replace(
  held_deleted_at timestamptz, held_updated_at timestamptz, held_fence bigint,
  read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN held_deleted_at IS NOT NULL THEN read_fence > held_fence
    ELSE is_forward(held_updated_at, held_fence, read_updated_at, read_fence)
  END
$$;

-- Applies up to `batch` stored events and answers how many: each marks its entity, asks for the sweep of its resource
-- when it names none, or is taken into the ledger. In one transaction with the change of state, so that a crash
-- repeats all or nothing (M2, M6, M7, M15).
CREATE FUNCTION apply_events(batch integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- Greater than the mark of any read that has begun.
  new_mark bigint := nextval('mark_seq');
  events jsonb;
BEGIN
  WITH claimed AS (
    SELECT i.install_id, i.event_id,
      -- Of a closed install there is nothing to read, but for the question whether it is closed.
      CASE WHEN i.test THEN 'kept'
        WHEN i.kind = 'install' THEN 'marked'
        WHEN s.install_id IS NULL OR s.revoked_at IS NOT NULL THEN 'kept'
        WHEN i.kind IN ('order', 'product') AND i.entity_id IS NOT NULL THEN 'marked'
        ELSE 'settled'
      END AS next_state
    FROM inbox i LEFT JOIN installs s USING (install_id)
    WHERE i.state = 'stored'
    ORDER BY i.received_at LIMIT batch FOR UPDATE OF i SKIP LOCKED
  ), applied AS (
    UPDATE inbox i SET state = c.next_state, mark = CASE WHEN c.next_state = 'marked' THEN new_mark END,
      settled_at = CASE WHEN c.next_state = 'settled' AND i.entity_id IS NOT NULL THEN now() END
    FROM claimed c WHERE (i.install_id, i.event_id) = (c.install_id, c.event_id)
    RETURNING i.install_id, i.kind, i.entity_id, i.state, i.movement, i.occurred_at
  )
  SELECT jsonb_agg(applied) INTO events FROM applied;
  IF events IS NULL THEN
    RETURN 0;
  END IF;

  -- The ledger, then marks, then sweeps, each by its key: all who write them do so in this order, and so nobody waits
  -- in a ring.
  INSERT INTO movements (install_id, id, variant_id, location_id, delta, stock_after, reason, occurred_at)
  SELECT DISTINCT ON (install_id, entity_id) install_id, entity_id, movement->>'variant_id', movement->>'location_id',
    (movement->>'delta')::bigint, (movement->>'stock_after')::bigint, movement->>'reason', occurred_at
  FROM jsonb_to_recordset(events)
    AS e (install_id text, kind text, entity_id text, state text, movement jsonb, occurred_at timestamptz)
  WHERE state = 'settled' AND kind = 'movement' AND entity_id IS NOT NULL AND movement IS NOT NULL
  ORDER BY install_id, entity_id
  ON CONFLICT (install_id, id) DO NOTHING;

  INSERT INTO dirty_marks AS held (install_id, kind, entity_id, mark)
  SELECT install_id, kind, entity_id, new_mark
  FROM jsonb_to_recordset(events) AS e (install_id text, kind text, entity_id text, state text)
  WHERE state = 'marked'
  GROUP BY install_id, kind, entity_id ORDER BY install_id, kind, entity_id
  ON CONFLICT (install_id, kind, entity_id) DO UPDATE
    -- It keeps its place in the row: an entity that changes all the time is read all the same.
    SET mark = excluded.mark, attempts = 0, next_attempt_at = least(held.next_attempt_at, now());

  WITH asked AS (
    SELECT s.install_id, s.resource FROM sweeps s JOIN (
      SELECT DISTINCT install_id, kind || 's' AS resource
      FROM jsonb_to_recordset(events) AS e (install_id text, kind text, state text)
      WHERE state = 'settled' AND kind IN ('order', 'product', 'movement')
    ) e USING (install_id, resource)
    WHERE s.kind = 'updated' ORDER BY s.install_id, s.resource FOR UPDATE OF s
  )
  UPDATE sweeps s SET asked_at = now(), due_at = least(s.due_at, now() + interval '2 seconds')
  FROM asked WHERE (s.install_id, s.resource, s.kind) = (asked.install_id, asked.resource, 'updated');

  RETURN jsonb_array_length(events);
END $$;

REVOKE EXECUTE ON FUNCTION apply_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION apply_events TO daftar_system;

DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'order_tags', 'products', 'variants', 'movements', 'discounts', 'sweeps', 'drifts'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_app', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO daftar_app USING (install_id = nullif(current_setting(''daftar.install_id'', true), '''')) WITH CHECK (install_id = nullif(current_setting(''daftar.install_id'', true), ''''))',
      table_name);
  END LOOP;
  -- Across installs: a search looks inside (it may not use a trigram index under row security), events reach the
  -- ledger, sweeps are claimed.
  FOREACH table_name IN ARRAY ARRAY['orders', 'products', 'movements', 'sweeps'] LOOP
    EXECUTE format('GRANT SELECT ON %I TO daftar_system', table_name);
    EXECUTE format('CREATE POLICY system ON %I TO daftar_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
  GRANT INSERT ON movements TO daftar_system;
  GRANT INSERT, UPDATE, DELETE ON sweeps TO daftar_system;
END $$;

-- Row security hides every row from the owner too.
SET LOCAL ROLE daftar_system;
-- Subscribed again: there are more topics to follow.
UPDATE webhook_secrets SET checked_at = NULL;
-- What was stored before this was marked when it came.
UPDATE inbox SET state = 'settled' WHERE state = 'stored';

-- Installs that are there begin anew; rows only move forward.
INSERT INTO sweeps (install_id, resource, kind, watermark)
SELECT install_id, resource, kind, now() FROM installs, (VALUES
  ('orders', 'full'), ('orders', 'updated'), ('orders', 'created'), ('orders', 'details'), ('orders', 'sample'),
  ('products', 'full'), ('products', 'updated'), ('products', 'sample'),
  ('movements', 'full'), ('movements', 'updated'), ('discounts', 'full'), ('store', 'full')
) AS list (resource, kind) WHERE revoked_at IS NULL;
RESET ROLE;
