-- CreateTable
CREATE TABLE "bulk_runs" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "ask_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "waiting" INTEGER NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "succeeded" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "needs_review" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL,
    "cancelled" INTEGER NOT NULL DEFAULT 0,
    "retries" INTEGER NOT NULL DEFAULT 0,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "running_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "served_at" TIMESTAMPTZ(6),
    "is_untold" BOOLEAN NOT NULL DEFAULT true,
    "told_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_runs_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "bulk_items" (
    "install_id" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "order_id" TEXT NOT NULL,
    "tracking_number" TEXT,
    "operation_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_items_pkey" PRIMARY KEY ("install_id","run_id","position")
);

-- CreateIndex
CREATE INDEX "bulk_runs_install_id_created_at_id_idx" ON "bulk_runs"("install_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "bulk_runs_install_id_served_at_idx" ON "bulk_runs"("install_id", "served_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bulk_items_install_id_run_id_order_id_key" ON "bulk_items"("install_id", "run_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_items_install_id_operation_id_key" ON "bulk_items"("install_id", "operation_id");

-- CreateIndex
CREATE INDEX "bulk_items_install_id_run_id_ended_at_idx" ON "bulk_items"("install_id", "run_id", "ended_at");

-- AddForeignKey
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_install_id_run_id_fkey" FOREIGN KEY ("install_id", "run_id") REFERENCES "bulk_runs"("install_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The numbers of a run always add up, whoever counts.
ALTER TABLE bulk_runs
  ADD CONSTRAINT bulk_runs_adds_up CHECK (
    total = waiting + sent + succeeded + refused + needs_review + skipped + cancelled
    AND least(waiting, sent, succeeded, refused, needs_review, skipped, cancelled) >= 0),
  ADD CONSTRAINT bulk_runs_ends CHECK (
    (ended_at IS NULL) = (waiting + sent > 0) AND (state <> 'ended' OR ended_at IS NOT NULL)
    AND (state <> 'cancelled' OR waiting = 0));

-- What the workers look for: few rows, however many runs there were.
CREATE INDEX bulk_runs_running ON bulk_runs (install_id) WHERE state = 'running';
CREATE INDEX bulk_runs_untold ON bulk_runs (told_at) WHERE is_untold;
CREATE INDEX bulk_items_sent ON bulk_items (install_id, operation_id) WHERE state = 'sent';
CREATE INDEX bulk_items_waiting ON bulk_items (install_id, run_id, position) WHERE state = 'waiting';

DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['bulk_runs', 'bulk_items'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_app, daftar_system', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO daftar_app USING (install_id = nullif(current_setting(''daftar.install_id'', true), '''')) WITH CHECK (install_id = nullif(current_setting(''daftar.install_id'', true), ''''))',
      table_name);
    EXECUTE format('CREATE POLICY system ON %I TO daftar_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END $$;
