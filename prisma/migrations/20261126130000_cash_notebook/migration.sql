-- Creates the cash notebook. The platform does not follow the cash of an order from the carrier to the store.

-- The carriers of a store. A carrier that a fulfillment names for the first time gets a record. Its folded name
-- (match_key) matches later fulfillments, also after a user has changed the name. The phone number can be that of a
-- driver, so it is encrypted.
CREATE TABLE "carriers" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "match_key" TEXT NOT NULL,
    "phone_enc" TEXT,
    "tracking_url" TEXT,
    "fee_minor" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT,
    "decimals" INTEGER,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "carriers_pkey" PRIMARY KEY ("install_id","id")
);
CREATE UNIQUE INDEX "carriers_install_id_match_key_key" ON "carriers"("install_id", "match_key");

-- The orders of the notebook. `stage`, `since`, `due_minor` and `is_paid` come from the mirror (follow_cash). The sums
-- and the number of entries change only together with the entries. PostgreSQL computes state, open and owed amount.
CREATE TABLE "cash_orders" (
    "install_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "carrier_id" UUID,
    "is_assigned" BOOLEAN NOT NULL DEFAULT false,
    "stage" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "due_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "is_paid" BOOLEAN NOT NULL,
    "remitted_minor" BIGINT NOT NULL DEFAULT 0,
    "fee_minor" BIGINT NOT NULL DEFAULT 0,
    "written_off_minor" BIGINT NOT NULL DEFAULT 0,
    "entries" INTEGER NOT NULL DEFAULT 0,
    "open_minor" BIGINT GENERATED ALWAYS AS (due_minor - remitted_minor - fee_minor - written_off_minor) STORED,
    "owed_minor" BIGINT GENERATED ALWAYS AS (CASE WHEN entries > 0 OR stage = 'delivered'
      THEN due_minor - remitted_minor - fee_minor - written_off_minor ELSE 0 END) STORED,
    "state" TEXT GENERATED ALWAYS AS (CASE WHEN entries = 0 THEN stage
      WHEN due_minor - remitted_minor - fee_minor - written_off_minor > 0 THEN 'short'
      WHEN written_off_minor > 0 THEN 'written_off' ELSE 'remitted' END) STORED,

    CONSTRAINT "cash_orders_pkey" PRIMARY KEY ("install_id","order_id")
);
CREATE INDEX "cash_orders_by_state" ON "cash_orders"("install_id", "state", "since", "order_id");
CREATE INDEX "cash_orders_by_carrier" ON "cash_orders"("install_id", "carrier_id", "state", "since", "order_id");
-- The balances are read from this index alone.
CREATE INDEX "cash_orders_owed" ON "cash_orders"("install_id", "carrier_id", "since", "order_id")
  INCLUDE ("currency", "decimals", "owed_minor") WHERE owed_minor <> 0;

-- A posting: one action of a user that adds entries to the notebook, and that can be undone as a whole. The form makes
-- its id, and a sheet has the hash of its content, so that the same posting is made once.
CREATE TABLE "cash_postings" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "sheet_hash" TEXT,
    "content_hash" TEXT NOT NULL,
    "note_enc" TEXT,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "undone_sub" TEXT,
    "undone_name" TEXT,

    CONSTRAINT "cash_postings_pkey" PRIMARY KEY ("install_id","id")
);
CREATE UNIQUE INDEX "cash_postings_install_id_sheet_hash_key" ON "cash_postings"("install_id", "sheet_hash")
  WHERE undone_at IS NULL;
CREATE INDEX "cash_postings_install_id_created_at_id_idx" ON "cash_postings"("install_id", "created_at" DESC, "id" DESC);

-- The entries of a posting. Rows are only added. An undo adds one reversal with the negative amount for each entry.
CREATE TABLE "cash_entries" (
    "install_id" TEXT NOT NULL,
    "posting_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "is_reversal" BOOLEAN NOT NULL,
    "order_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,

    CONSTRAINT "cash_entries_pkey" PRIMARY KEY ("install_id","posting_id","line","is_reversal")
);
CREATE INDEX "cash_entries_install_id_order_id_idx" ON "cash_entries"("install_id", "order_id");

CREATE POLICY tenant ON carriers TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON carriers TO daftar_app;
-- The key rotation and the doctor read the encrypted values of all installs as daftar_system.
CREATE POLICY system ON carriers TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON carriers TO daftar_system;
ALTER TABLE carriers ENABLE ROW LEVEL SECURITY;
ALTER TABLE carriers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cash_orders TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_orders TO daftar_app;
ALTER TABLE cash_orders ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_orders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cash_postings TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_postings TO daftar_app;
CREATE POLICY system ON cash_postings TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON cash_postings TO daftar_system;
ALTER TABLE cash_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cash_entries TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON cash_entries TO daftar_app;
ALTER TABLE cash_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE cash_entries FORCE ROW LEVEL SECURITY;

-- Returns what the mirror knows about the cash of these orders, one row for each order that is not deleted.
--
-- - stage: to_hand_over, with_carrier or delivered; none if no cash is expected, because the order is paid, cancelled,
--   returned or refunded, or costs nothing
-- - since: when the stage began. The platform does not say it, so this is the newest change of a delivered fulfillment,
--   the creation of a shipped one, or the date of the order.
-- - due_minor: what the customer still has to pay. After the store has marked the order as paid, it is the total.
-- - provider and match_key: the carrier of the newest fulfillment that was not cancelled, as it is written and folded
--
-- Called by: follow_cash.
-- It is SQL because the trigger on orders needs it in the transaction that writes the order.
CREATE OR REPLACE FUNCTION cash_facts(install text, ids text[])
  RETURNS TABLE (order_id text, stage text, since timestamptz, due_minor bigint, currency text, decimals integer,
    is_paid boolean, provider text, match_key text)
  LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT o.id,
    CASE WHEN due.minor = 0 OR o.payment_status NOT IN ('unpaid', 'partially_paid') THEN 'none' ELSE place.stage END,
    coalesce(CASE place.stage WHEN 'delivered' THEN parcel.delivered_at WHEN 'with_carrier' THEN parcel.shipped_at
      ELSE o.created_at END, o.updated_at),
    due.minor, coalesce(o.currency, ''), coalesce(o.decimals, 0), o.payment_status = 'paid',
    left(parcel.provider, 200), fold_tag(parcel.provider)
  FROM orders o
  CROSS JOIN LATERAL (SELECT CASE WHEN o.payment_status = 'paid' THEN o.total_minor
    ELSE greatest(o.total_minor - coalesce((o.header #>> '{paid,amount_minor}')::bigint, 0), 0) END AS minor) AS due
  CROSS JOIN LATERAL (SELECT CASE
    WHEN o.status IN ('placed', 'approved', 'processing') THEN 'to_hand_over'
    WHEN o.status IN ('shipped', 'delivered_failed') THEN 'with_carrier'
    WHEN o.status IN ('delivered', 'completed') THEN 'delivered' ELSE 'none' END AS stage) AS place
  LEFT JOIN LATERAL (
    SELECT max((f.one->>'updated_at')::timestamptz) FILTER (WHERE f.one->>'status' = 'delivered') AS delivered_at,
      min((f.one->>'created_at')::timestamptz) FILTER (WHERE f.one->>'status' <> 'cancelled') AS shipped_at,
      (array_agg(nullif(btrim(f.one->>'provider'), '') ORDER BY f.position DESC)
        FILTER (WHERE f.one->>'status' <> 'cancelled'))[1] AS provider
    FROM jsonb_array_elements(o.detail->'fulfillments') WITH ORDINALITY AS f (one, position)) AS parcel ON true
  WHERE o.install_id = install AND o.id = ANY(ids) AND o.deleted_at IS NULL
$$;

-- Makes the rows of these orders in cash_orders follow the mirror. An order gets a row while cash is expected for it.
-- It keeps the row after the store marks it as paid, while a user's choice of its carrier is stored, and while the
-- notebook has a posting for it. After the first posting, the expected amount and the carrier of the row no longer
-- change. A carrier that a fulfillment names for the first time gets a record. If `force` is true, an order without
-- expected cash gets a row too, so that a late remittance can be posted.
--
-- The stage `paid` means: cash was expected, and then the store marked the order as paid. The expected amount is then
-- the last one before the payment, because the mirror no longer says what was paid in advance.
--
-- Called by: keep_cash, lib/cash/post-cash.server.ts.
-- It is SQL because each write of an order, including bulk inserts, must update the row in the same transaction.
CREATE OR REPLACE FUNCTION follow_cash(install text, ids text[], force boolean) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO carriers (install_id, id, name, match_key)
  SELECT install, gen_random_uuid(), min(f.provider), f.match_key FROM cash_facts(install, ids) AS f
  WHERE f.match_key <> '' AND (force OR f.stage <> 'none') GROUP BY f.match_key ORDER BY f.match_key
  ON CONFLICT (install_id, match_key) DO NOTHING;
  -- The rows are sorted by id, so that two transactions lock the same rows in the same sequence and cannot deadlock.
  -- The caller has locked the orders or their rows here, so no other transaction changes `k.stage` at the same time.
  INSERT INTO cash_orders AS kept
    (install_id, order_id, carrier_id, stage, since, due_minor, currency, decimals, is_paid)
  SELECT install, f.order_id, c.id, CASE WHEN f.is_paid AND k.stage <> 'none' THEN 'paid' ELSE f.stage END, f.since,
    f.due_minor, f.currency, f.decimals, f.is_paid
  FROM cash_facts(install, ids) AS f
    LEFT JOIN carriers c ON c.install_id = install AND c.match_key = f.match_key
    LEFT JOIN cash_orders k ON k.install_id = install AND k.order_id = f.order_id
  WHERE force OR f.stage <> 'none' OR k.order_id IS NOT NULL
  ORDER BY f.order_id
  ON CONFLICT (install_id, order_id) DO UPDATE SET
    carrier_id = CASE WHEN kept.is_assigned OR kept.entries > 0 THEN kept.carrier_id ELSE excluded.carrier_id END,
    stage = excluded.stage,
    since = CASE WHEN kept.stage = excluded.stage THEN least(kept.since, excluded.since) ELSE excluded.since END,
    due_minor = CASE WHEN kept.entries > 0 OR excluded.stage = 'paid' THEN kept.due_minor ELSE excluded.due_minor END,
    is_paid = excluded.is_paid
  WHERE (kept.carrier_id, kept.stage, kept.since, kept.due_minor, kept.is_paid) IS DISTINCT FROM
    (excluded.carrier_id, excluded.stage, excluded.since, excluded.due_minor, excluded.is_paid);
  -- A deleted order has no facts, so its row is deleted by its absence there.
  DELETE FROM cash_orders k WHERE k.install_id = install AND k.order_id = ANY(ids) AND k.entries = 0 AND NOT force
    AND ((k.stage = 'none' AND NOT k.is_assigned) OR NOT EXISTS (
      SELECT FROM orders o WHERE o.install_id = install AND o.id = k.order_id AND o.deleted_at IS NULL));
END $$;

-- Trigger function on the table orders: keeps the rows of the written orders in cash_orders, the orders of the cash
-- notebook. An update of an order that has a row counts only if it changes what cash_facts reads, because most updates
-- change only tags, notes or the time of the last read. An unpaid order without a row always counts. The function runs
-- with the rights of the role that writes the orders.
--
-- Called by: the triggers cash_orders_inserted and cash_orders_updated.
-- It is SQL because events, sweeps and our own writes all store orders, and a forgotten order would hide its cash.
CREATE OR REPLACE FUNCTION keep_cash() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE written record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR written IN
      SELECT o.install_id, array_agg(o.id) AS ids FROM changed o
      WHERE o.payment_status IN ('unpaid', 'partially_paid') OR EXISTS (
        SELECT FROM cash_orders k WHERE k.install_id = o.install_id AND k.order_id = o.id)
      GROUP BY o.install_id
    LOOP
      PERFORM follow_cash(written.install_id, written.ids, false);
    END LOOP;
  ELSE
    FOR written IN
      SELECT o.install_id, array_agg(o.id) AS ids FROM changed o
        JOIN before b ON b.install_id = o.install_id AND b.id = o.id
      WHERE CASE WHEN EXISTS (SELECT FROM cash_orders k WHERE k.install_id = o.install_id AND k.order_id = o.id)
        THEN (o.status, o.payment_status, o.total_minor, o.deleted_at)
            IS DISTINCT FROM (b.status, b.payment_status, b.total_minor, b.deleted_at)
          OR o.header->'paid' IS DISTINCT FROM b.header->'paid'
          OR o.detail->'fulfillments' IS DISTINCT FROM b.detail->'fulfillments'
        ELSE o.payment_status IN ('unpaid', 'partially_paid') END
      GROUP BY o.install_id
    LOOP
      PERFORM follow_cash(written.install_id, written.ids, false);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
