-- The initial schema. Prisma generated the tables, their foreign keys and the first list of indexes from
-- prisma/schema.prisma. One difference: webhook_secrets.off_topics is NOT NULL. The rest is written by hand, because
-- the Prisma schema language cannot express it. The text of each function is the same as in prisma/functions.

-- =====================================================================================================================
-- Tables
-- =====================================================================================================================

CREATE TABLE "installs" (
    "install_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "granted_scopes" TEXT[],
    "effective_scopes" TEXT[],
    "store_name" TEXT NOT NULL,
    "store_slug" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "locale" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "is_development" BOOLEAN NOT NULL,
    "installed_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "synced_at" TIMESTAMPTZ(3),

    CONSTRAINT "installs_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "install_tokens" (
    "install_id" TEXT NOT NULL,
    "access_token_enc" TEXT NOT NULL,
    "refresh_token_enc" TEXT NOT NULL,
    "obtained_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'active',
    "lease_until" TIMESTAMPTZ(3),
    "lease_holder" UUID,
    "sent_at" TIMESTAMPTZ(3),
    "sent_count" INTEGER NOT NULL DEFAULT 0,
    "finish_claimed_until" TIMESTAMPTZ(3),
    "trial_until" TIMESTAMPTZ(3),
    "installation_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "installation_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "install_tokens_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "webhook_secrets" (
    "install_id" TEXT NOT NULL,
    "store_id" TEXT NOT NULL,
    "current_enc" TEXT,
    "previous_enc" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "pending_since" TIMESTAMPTZ(3),
    "subscription_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'none',
    "checked_at" TIMESTAMPTZ(3),
    "off_topics" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "oauth_states" (
    "state_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_states_pkey" PRIMARY KEY ("state_hash")
);

CREATE TABLE "sessions" (
    "id_hash" TEXT NOT NULL,
    "install_id" TEXT NOT NULL,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id_hash")
);

CREATE TABLE "launch_uses" (
    "jti_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "launch_uses_pkey" PRIMARY KEY ("jti_hash")
);

CREATE TABLE "handoffs" (
    "code_hash" TEXT NOT NULL,
    "install_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoffs_pkey" PRIMARY KEY ("code_hash")
);

CREATE TABLE "budgets" (
    "install_id" TEXT NOT NULL,
    "blocked_until" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "budget_requests" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "lane" INTEGER NOT NULL,
    "is_write" BOOLEAN NOT NULL,
    "waits_until" BIGINT,
    "granted_at" BIGINT,

    CONSTRAINT "budget_requests_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "inbox" (
    "install_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "sequence" BIGINT,
    "occurred_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "body" TEXT,
    "state" TEXT NOT NULL DEFAULT 'stored',
    "reason" TEXT,
    "kind" TEXT,
    "entity_id" TEXT,
    "movement" JSONB,
    "mark" BIGINT,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("install_id","event_id")
);

CREATE TABLE "dirty_marks" (
    "install_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "mark" BIGINT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "dirty_marks_pkey" PRIMARY KEY ("install_id","kind","entity_id")
);

CREATE TABLE "operations" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'recorded',
    "idempotency_key" TEXT NOT NULL,
    "target" JSONB NOT NULL DEFAULT '{}',
    "queue_key" TEXT,
    "queue_position" BIGSERIAL NOT NULL,
    "request_enc" TEXT,
    "before" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claim" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "first_sent_at" TIMESTAMPTZ(3),
    "outcome_unknown_at" TIMESTAMPTZ(3),
    "request_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "result" JSONB,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "orders" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "order_number" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "payment_status" TEXT NOT NULL,
    "source" TEXT,
    "tags" TEXT[],
    "total_minor" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "header" JSONB NOT NULL,
    "fence" BIGINT NOT NULL,
    "detail" JSONB,
    "detail_read_at" TIMESTAMPTZ(3),
    "detail_updated_at" TIMESTAMPTZ(3),
    "detail_fence" BIGINT NOT NULL DEFAULT 0,
    "search_text" TEXT NOT NULL DEFAULT '',
    "event_read_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "order_tags" (
    "install_id" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "order_id" TEXT NOT NULL,

    CONSTRAINT "order_tags_pkey" PRIMARY KEY ("install_id","tag","created_at","order_id")
);

CREATE TABLE "saved_views" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "owner" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "filters" TEXT NOT NULL,
    "columns" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "import_ignored_at" TIMESTAMPTZ(3),

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("install_id","id")
);

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

CREATE TABLE "variants" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "document" JSONB NOT NULL,

    CONSTRAINT "variants_pkey" PRIMARY KEY ("install_id","id")
);

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

CREATE TABLE "discounts" (
    "install_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "fence" BIGINT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "discounts_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "created_orders" (
    "install_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "operation_id" UUID NOT NULL,
    "payment_method" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "created_orders_pkey" PRIMARY KEY ("install_id","order_id")
);

CREATE TABLE "quotes" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "draft_enc" TEXT,
    "draft_revision" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "customer_enc" TEXT,
    "phone_key" TEXT,
    "name_keys" TEXT[],
    "currency" TEXT,
    "decimals" INTEGER,
    "total_minor" BIGINT,
    "expires_at" TIMESTAMPTZ(3),
    "link_enc" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "tried_at" TIMESTAMPTZ(3),
    "change_requested_at" TIMESTAMPTZ(3),
    "operation_id" UUID,
    "order_id" TEXT,
    "order_number" TEXT,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "purged_at" TIMESTAMPTZ(3),
    "import_ignored_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "quote_versions" (
    "install_id" TEXT NOT NULL,
    "quote_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "content_enc" TEXT,
    "content_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quote_versions_pkey" PRIMARY KEY ("install_id","quote_id","version")
);

CREATE TABLE "quote_events" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "quote_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "side" TEXT NOT NULL,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "detail_enc" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quote_events_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "quote_links" (
    "install_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "quote_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "quote_links_pkey" PRIMARY KEY ("install_id","token_hash")
);

CREATE TABLE "quote_counters" (
    "install_id" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "quote_counters_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "settings" (
    "install_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("install_id","name")
);

CREATE TABLE "stores" (
    "install_id" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "fence" BIGINT NOT NULL,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("install_id")
);

CREATE TABLE "sweeps" (
    "install_id" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "claim" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3),
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

CREATE TABLE "bulk_runs" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "request_hash" TEXT NOT NULL,
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
    "needs_notification" BOOLEAN NOT NULL DEFAULT true,
    "notified_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_runs_pkey" PRIMARY KEY ("install_id","id")
);

CREATE TABLE "bulk_items" (
    "install_id" TEXT NOT NULL,
    "run_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "order_id" TEXT,
    "tracking_number" TEXT,
    "variant_id" TEXT,
    "delta" INTEGER,
    "note_enc" TEXT,
    "operation_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_items_pkey" PRIMARY KEY ("install_id","run_id","position")
);

ALTER TABLE "budget_requests" ADD CONSTRAINT "budget_requests_install_id_fkey" FOREIGN KEY ("install_id") REFERENCES "budgets"("install_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_install_id_run_id_fkey" FOREIGN KEY ("install_id", "run_id") REFERENCES "bulk_runs"("install_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- =====================================================================================================================
-- Roles
-- =====================================================================================================================

-- Creates the roles daftar_app and daftar_system and lets the login that runs this migration use them
-- (docs/decisions/row-security.md). The login may SET ROLE to both roles, but it must not inherit their privileges.
-- PostgreSQL 15 has no GRANT ... WITH INHERIT FALSE. A NOINHERIT login is no solution, because it would lose the
-- privileges of its other roles. So the login is a member of the NOINHERIT role daftar_logins, and daftar_logins is a
-- member of both roles. The login can then SET ROLE to both, but inherits no privileges from them. A role exists once
-- in the whole database server. So another database of the server may already have created these roles, or may create
-- them at the same moment.
DO $$
DECLARE
  role_name text;
BEGIN
  -- Since PostgreSQL 16, the setting createrole_self_grant can make the creator of a role inherit the privileges of the
  -- role. This statement switches the setting off for the transaction.
  IF current_setting('createrole_self_grant', true) <> '' THEN
    SET LOCAL createrole_self_grant = '';
  END IF;
  FOREACH role_name IN ARRAY ARRAY['daftar_logins', 'daftar_app', 'daftar_system'] LOOP
    CONTINUE WHEN to_regrole(role_name) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END LOOP;
  FOREACH role_name IN ARRAY ARRAY['daftar_app', 'daftar_system'] LOOP
    CONTINUE WHEN pg_has_role('daftar_logins', role_name, 'MEMBER');
    EXECUTE format('GRANT %I TO daftar_logins', role_name);
  END LOOP;
  -- Tests with SET ROLE whether the current login may use both roles, and makes it a member of daftar_logins if not.
  -- The function pg_has_role cannot be used for this test, because it supports 'SET' only since PostgreSQL 16. A
  -- superuser may use each role without a grant.
  BEGIN
    SET LOCAL ROLE daftar_app;
    SET LOCAL ROLE daftar_system;
    RESET ROLE;
  EXCEPTION WHEN insufficient_privilege THEN
    GRANT daftar_logins TO CURRENT_USER;
  END;
  FOREACH role_name IN ARRAY ARRAY['daftar_app', 'daftar_system'] LOOP
    IF current_setting('is_superuser') = 'off' AND pg_has_role(role_name, 'USAGE') THEN
      RAISE EXCEPTION 'The login % inherits the privileges of %, so row security does not restrict it.', current_user, role_name
        USING HINT = format('Make it a member of daftar_logins (NOINHERIT) only: REVOKE %I FROM %I.', role_name, current_user);
    END IF;
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO daftar_app, daftar_system;

-- =====================================================================================================================
-- Extensions
-- =====================================================================================================================

-- pg_trgm provides trigram indexes. btree_gin allows plain columns, such as install_id, in GIN indexes.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- =====================================================================================================================
-- Sequences
-- =====================================================================================================================

-- Source of fences. A fence is a number that is taken before each read of the platform. If two reads return the same
-- updated_at, the read with the greater fence is stored (M4).
CREATE SEQUENCE fence_seq;
-- Source of the numbers in dirty_marks.mark and ledger_marks.mark. Each new event gives its row in dirty_marks the next
-- number. So after a worker has read an order or product, it sees whether a new event arrived during the read (M7).
CREATE SEQUENCE mark_seq;
GRANT USAGE ON SEQUENCE fence_seq, mark_seq TO daftar_app, daftar_system;
GRANT USAGE ON SEQUENCE operations_queue_position_seq TO daftar_app, daftar_system;

-- =====================================================================================================================
-- Check constraints
-- =====================================================================================================================

-- bulk_runs_adds_up: the numbers of items in each state always add up to the total of the bulk run. bulk_runs_ends:
-- ended_at is set only if no item waits or is being sent.
ALTER TABLE bulk_runs
  ADD CONSTRAINT bulk_runs_adds_up CHECK (
    total = waiting + sent + succeeded + refused + needs_review + skipped + cancelled
    AND least(waiting, sent, succeeded, refused, needs_review, skipped, cancelled) >= 0),
  ADD CONSTRAINT bulk_runs_ends CHECK (
    (ended_at IS NULL) = (waiting + sent > 0) AND (state <> 'ended' OR ended_at IS NOT NULL)
    AND (state <> 'cancelled' OR waiting = 0));

-- An item of a bulk run is about either an order or the stock of a variant. Only a stock change has a note. A note may
-- contain personal data, so it is encrypted and is deleted a day after the item ended (S20).
ALTER TABLE bulk_items
  ADD CONSTRAINT bulk_items_of_one CHECK (
    (order_id IS NULL) = (variant_id IS NOT NULL) AND (variant_id IS NULL) = (delta IS NULL)
    AND (note_enc IS NULL OR variant_id IS NOT NULL)
    AND (tracking_number IS NULL OR order_id IS NOT NULL));

ALTER TABLE quotes
  ADD CONSTRAINT quotes_known_state CHECK (state IN (
    'draft', 'sent', 'opened', 'accepted', 'converted', 'needs_attention', 'declined', 'expired', 'withdrawn')),
  ADD CONSTRAINT quotes_numbered_when_sent CHECK ((number IS NULL) = (version = 0) AND (state = 'draft') = (version = 0)),
  ADD CONSTRAINT quotes_ordered CHECK (
    (operation_id IS NOT NULL OR state NOT IN ('accepted', 'converted', 'needs_attention'))
    AND ((state = 'converted') = (order_id IS NOT NULL)));

-- =====================================================================================================================
-- Functions that generated columns and indexes use
-- =====================================================================================================================

-- Returns a folded text with each Arabic letter replaced by a Latin letter, for the trigram indexes. This is necessary
-- because pg_trgm uses the database's LC_CTYPE to decide what a letter is. With LC_CTYPE C (the embedded server and
-- many containers), pg_trgm ignores Arabic letters. Two Arabic letters may become the same Latin letter, so a search
-- also compares the original text (search_text) of each row found.
--
-- Argument: a text that was folded by lib/shared/fold-text.ts.
-- Called by: the column products.search_key, the index orders_search, search_orders, search_products, match_products.
-- It is SQL because a generated column and an index use it.
-- After a change of this function, rebuild that column and that index.
CREATE OR REPLACE FUNCTION trigram_key(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.translate(folded,
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويءؤئپچژگکیھەڕڵۆێ',
    'abtcjhxdcrzsopvuvegfqklmniwyawybjzgkyiirlwy')
$$;

-- Returns the folded form of a tag or code, so that two spellings can be compared. The form is NFKC in lower case,
-- without diacritics and tatweel, with one form of alef, yeh and heh, ASCII digits and single spaces. It has at most
-- 200 characters, so that it fits an index key. The result equals that of lib/shared/fold-text.ts, except for
-- diacritics outside of the Latin and Arabic scripts.
--
-- Called by: keep_order_tags, search_products, match_products, find_variants_by_code, the indexes products_by_dsin,
-- variants_by_sku and variants_by_barcode, lib/orders/list/order-statements.server.ts.
-- It is SQL because a trigger stores the tags and an index contains the codes. Both the stored text and the text that
-- is searched for are folded by this function, so the two can be compared.
-- After a change of this function, rebuild order_tags and the indexes.
CREATE OR REPLACE FUNCTION fold_tag(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.left(pg_catalog.btrim(pg_catalog.regexp_replace(
    pg_catalog.translate(
      pg_catalog.regexp_replace(
        pg_catalog.lower(pg_catalog.normalize(tag, 'NFKC')),
        '[\u0640\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]', '', 'g'),
      'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايه01234567890123456789'),
    '\s+', ' ', 'g')), 200)
$$;

-- =====================================================================================================================
-- Generated columns
-- =====================================================================================================================

-- Currency and decimals of the order's total. The index orders_sold contains both columns, so the charts of the home
-- screen read the sales of a month from the index alone (lib/orders/charts/read-order-charts.server.ts).
ALTER TABLE orders
  ADD COLUMN currency text GENERATED ALWAYS AS (header #>> '{total,currency}') STORED,
  ADD COLUMN decimals integer GENERATED ALWAYS AS ((header #>> '{total,decimals}')::integer) STORED;

-- A search compares the search text with search_key in each row that the index finds. The column is stored, because
-- computing search_key for these rows in each search would take longer than the rest of the search.
ALTER TABLE products ADD COLUMN search_key text GENERATED ALWAYS AS (trigram_key(search_text)) STORED;

-- =====================================================================================================================
-- Indexes that Prisma generated
-- =====================================================================================================================

CREATE INDEX "installs_store_id_idx" ON "installs"("store_id");
CREATE INDEX "install_tokens_installation_due_at_idx" ON "install_tokens"("installation_due_at");
CREATE INDEX "sessions_install_id_idx" ON "sessions"("install_id");
CREATE INDEX "inbox_by_age" ON "inbox" USING BRIN ("received_at");
CREATE INDEX "operations_next_attempt_at_idx" ON "operations"("next_attempt_at");
CREATE INDEX "operations_install_id_queue_key_queue_position_idx" ON "operations"("install_id", "queue_key", "queue_position");
CREATE INDEX "operations_by_state" ON "operations"("install_id", "state", "created_at" DESC, "id" DESC);
CREATE INDEX "order_tags_install_id_order_id_idx" ON "order_tags"("install_id", "order_id");
CREATE UNIQUE INDEX "saved_views_install_id_owner_name_key_key" ON "saved_views"("install_id", "owner", "name_key");
CREATE INDEX "products_install_id_read_at_idx" ON "products"("install_id", "read_at");
CREATE INDEX "variants_install_id_product_id_position_idx" ON "variants"("install_id", "product_id", "position");
CREATE INDEX "movements_install_id_occurred_at_id_idx" ON "movements"("install_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "movements_install_id_variant_id_occurred_at_id_idx" ON "movements"("install_id", "variant_id", "occurred_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "created_orders_install_id_operation_id_key" ON "created_orders"("install_id", "operation_id");
CREATE INDEX "quotes_install_id_updated_at_id_idx" ON "quotes"("install_id", "updated_at" DESC, "id" DESC);
CREATE INDEX "quotes_install_id_state_updated_at_id_idx" ON "quotes"("install_id", "state", "updated_at" DESC, "id" DESC);
CREATE INDEX "quotes_install_id_phone_key_idx" ON "quotes"("install_id", "phone_key");
CREATE INDEX "quotes_name_keys_idx" ON "quotes" USING GIN ("name_keys");
CREATE UNIQUE INDEX "quotes_install_id_number_key" ON "quotes"("install_id", "number");
CREATE UNIQUE INDEX "quotes_install_id_operation_id_key" ON "quotes"("install_id", "operation_id");
CREATE INDEX "quote_events_install_id_quote_id_at_idx" ON "quote_events"("install_id", "quote_id", "at");
CREATE INDEX "quote_links_token_hash_idx" ON "quote_links"("token_hash");
CREATE INDEX "quote_links_install_id_quote_id_idx" ON "quote_links"("install_id", "quote_id");
CREATE INDEX "sweeps_due_at_idx" ON "sweeps"("due_at");
CREATE INDEX "drifts_install_id_found_at_idx" ON "drifts"("install_id", "found_at" DESC);
CREATE INDEX "bulk_runs_install_id_created_at_id_idx" ON "bulk_runs"("install_id", "created_at" DESC, "id");
CREATE INDEX "bulk_runs_install_id_served_at_idx" ON "bulk_runs"("install_id", "served_at" DESC);
CREATE INDEX "bulk_items_install_id_run_id_ended_at_idx" ON "bulk_items"("install_id", "run_id", "ended_at");
CREATE UNIQUE INDEX "bulk_items_install_id_run_id_order_id_key" ON "bulk_items"("install_id", "run_id", "order_id");
CREATE UNIQUE INDEX "bulk_items_install_id_operation_id_key" ON "bulk_items"("install_id", "operation_id");

-- =====================================================================================================================
-- Indexes that Prisma cannot express
-- =====================================================================================================================

-- Indexes of the dirty marks that are due. A dirty mark says that an order, a product or an install must be read. The
-- worker looks for due marks install by install, so an install with many marks does not delay the other installs. The
-- marks of products have a separate index, because products are read in groups and may wait longer than orders.
CREATE INDEX dirty_alone ON dirty_marks (install_id, next_attempt_at) WHERE kind <> 'product';
CREATE INDEX dirty_products ON dirty_marks (install_id, next_attempt_at) WHERE kind = 'product';
CREATE INDEX dirty_leased ON dirty_marks (install_id) WHERE lease_until IS NOT NULL;

-- Indexes of the rows that workers look for: new webhook events, due operations, bulk runs, open quotes. The indexes
-- are partial, so they stay small when the tables grow.
CREATE INDEX inbox_stored ON inbox (received_at) WHERE state = 'stored';
-- The next two indexes do not contain new webhook events (state 'stored'). The platform waits for the response until
-- the row of the event is committed, so the INSERT should update few indexes. The event is added to these indexes when
-- the worker applies it.
CREATE INDEX inbox_applied ON inbox (install_id, received_at) WHERE state <> 'stored';
CREATE INDEX inbox_marked ON inbox (install_id, kind, entity_id) WHERE state = 'marked';
CREATE INDEX movements_provisional ON movements (install_id, stored_at) WHERE sequence IS NULL;
CREATE INDEX orders_without_detail ON orders (install_id, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND (detail_updated_at IS NULL OR detail_updated_at < updated_at);
CREATE INDEX operations_due ON operations (next_attempt_at) WHERE ended_at IS NULL;
CREATE INDEX bulk_runs_running ON bulk_runs (install_id) WHERE state = 'running';
CREATE INDEX bulk_runs_to_notify ON bulk_runs (notified_at) WHERE needs_notification;
CREATE INDEX bulk_items_sent ON bulk_items (install_id, operation_id) WHERE state = 'sent';
CREATE INDEX bulk_items_waiting ON bulk_items (install_id, run_id, position) WHERE state = 'waiting';
CREATE INDEX quotes_open ON quotes (expires_at) WHERE state IN ('sent', 'opened');

-- The rows that the purge of old and personal data looks for (S20). Two of the indexes have another purpose:
-- inbox_quarantined serves the health of an install, and operations_ended serves lists of recent operations.
CREATE INDEX inbox_with_body ON inbox (received_at) WHERE body IS NOT NULL AND state NOT IN ('stored', 'quarantined');
CREATE INDEX inbox_quarantined ON inbox (install_id, received_at) WHERE state = 'quarantined';
CREATE INDEX operations_with_request ON operations (ended_at) WHERE request_enc IS NOT NULL;
CREATE INDEX operations_ended ON operations (install_id, ended_at DESC) WHERE ended_at IS NOT NULL;
CREATE INDEX bulk_items_noted ON bulk_items (ended_at) WHERE note_enc IS NOT NULL;
CREATE INDEX quotes_with_data ON quotes (updated_at) WHERE purged_at IS NULL;

-- The lists of orders, newest first (lib/orders/list/find-order-keys.server.ts). No list shows a deleted order.
CREATE INDEX orders_newest ON orders (install_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status ON orders (install_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_payment ON orders (install_id, payment_status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status_and_payment ON orders (install_id, status, payment_status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX orders_by_source ON orders (install_id, source, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND source IS NOT NULL;
CREATE INDEX orders_by_number ON orders (install_id, order_number) WHERE deleted_at IS NULL;
CREATE INDEX orders_sold ON orders (install_id, created_at DESC) INCLUDE (status, currency, decimals, total_minor)
  WHERE deleted_at IS NULL;

-- The search of orders (search_orders). gin_pending_list_limit is small, because every search reads the whole pending
-- list of a GIN index. The index has the expression install_id || '' instead of the column, and the search uses the
-- same expression. So the planner cannot choose another index, with which the search would read all orders of the
-- store.
CREATE INDEX orders_search ON orders USING gin ((install_id || ''), trigram_key(search_text) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;

-- The search of the catalogue (lib/catalogue/find-products.server.ts). search_text is folded (lib/shared/fold-text.ts)
-- and begins with the name of the product. Each index has another expression of install_id, such as '~' || install_id.
-- Each search uses the expression of its own index, so the planner cannot choose the index of another search.
CREATE INDEX products_search ON products USING gin ((install_id || ''), search_key gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;
-- For the search for similar names (match_products). The index contains only the first 64 characters of the text, where
-- the name is. To compute the similarity of the whole text would take several times as long.
CREATE INDEX products_alike ON products USING gin (('~' || install_id), left(search_key, 64) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;
CREATE INDEX products_newest ON products (install_id, updated_at DESC NULLS LAST, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX products_by_start ON products (('^' || install_id), left(search_text, 64) text_pattern_ops)
  WHERE deleted_at IS NULL;
-- The next three indexes find products by code (DSIN, SKU, barcode). A trigram index does not find short codes.
CREATE INDEX products_by_dsin ON products (('#' || install_id), fold_tag(document->>'dsin') text_pattern_ops)
  WHERE deleted_at IS NULL;
CREATE INDEX variants_by_sku ON variants (('*' || install_id), fold_tag(document->>'sku') text_pattern_ops);
CREATE INDEX variants_by_barcode ON variants (('|' || install_id), fold_tag(document->>'barcode') text_pattern_ops);

-- =====================================================================================================================
-- Functions of the request budget
-- =====================================================================================================================

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

REVOKE EXECUTE ON FUNCTION take_budget, paced_at, work_rank FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_budget, paced_at, work_rank TO daftar_system;

-- =====================================================================================================================
-- Functions of the mirror
-- =====================================================================================================================

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

-- Returns whether data that was just read from the platform may replace the stored row. The stored row can be a
-- tombstone (the record of a deletion, M5). A tombstone is replaced only by a read with a greater fence, because
-- timestamps say nothing about a deletion. A fence is a number that is taken before each read and only grows. For all
-- other rows, is_forward decides (M4).
--
-- Arguments: deleted_at (null: not deleted), updated_at and fence of the stored row, updated_at and fence of the read.
-- Called by: lib/mirror/orders/order-mirror.server.ts, lib/mirror/products/product-mirror.server.ts.
-- It is SQL because the comparison and the write must be one statement. Otherwise, if two workers store reads of the
-- same row at the same time, the older read could replace the newer one.
CREATE OR REPLACE FUNCTION may_replace(
  stored_deleted_at timestamptz, stored_updated_at timestamptz, stored_fence bigint,
  read_updated_at timestamptz, read_fence bigint
) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN stored_deleted_at IS NOT NULL THEN read_fence > stored_fence
    ELSE is_forward(stored_updated_at, stored_fence, read_updated_at, read_fence)
  END
$$;

-- Applies at most `batch` stored webhook events of the inbox and returns how many it applied. Each event sets a dirty
-- mark for the order or product that it names (M7). An event without an id requests a sweep, which reads the whole list
-- that the event is about. A stock movement is stored in the table movements. Test events and events of unknown or
-- closed installs change nothing (M15).
--
-- Called by: lib/webhooks/apply-events.server.ts (D3).
-- It is SQL because all effects and the new state of the events are one transaction and one round trip. After a crash,
-- either all of them are stored or none (M2, M6).
CREATE OR REPLACE FUNCTION apply_events(batch integer) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  -- The new value of `mark` for all dirty marks that this call writes. A worker that is reading an order or product saw
  -- a smaller value before its read. So when its read ends, the worker sees that the dirty mark has changed and does
  -- not delete it.
  new_mark bigint := nextval('mark_seq');
  events jsonb;
BEGIN
  WITH claimed AS (
    SELECT i.install_id, i.event_id,
      -- Events of a closed install are ignored, because the app can no longer read its data. An event about the
      -- install itself still sets a dirty mark, so that GET /installation confirms what the event says (S14).
      CASE WHEN i.test THEN 'ignored'
        WHEN i.kind = 'install' THEN 'marked'
        WHEN s.install_id IS NULL OR s.revoked_at IS NOT NULL THEN 'ignored'
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

  -- The three statements below lock rows of movements, then of dirty_marks, then of sweeps. Each statement locks its
  -- rows in the sequence of the primary key. All writers use this sequence, so two transactions cannot deadlock.
  INSERT INTO movements (install_id, id, variant_id, location_id, delta, stock_after, reason, occurred_at)
  SELECT DISTINCT ON (install_id, entity_id) install_id, entity_id, movement->>'variant_id', movement->>'location_id',
    (movement->>'delta')::bigint, (movement->>'stock_after')::bigint, movement->>'reason', occurred_at
  FROM jsonb_to_recordset(events)
    AS e (install_id text, kind text, entity_id text, state text, movement jsonb, occurred_at timestamptz)
  WHERE state = 'settled' AND kind = 'movement' AND entity_id IS NOT NULL AND movement IS NOT NULL
  ORDER BY install_id, entity_id
  ON CONFLICT (install_id, id) DO NOTHING;

  INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
  SELECT install_id, kind, entity_id, new_mark
  FROM jsonb_to_recordset(events) AS e (install_id text, kind text, entity_id text, state text)
  WHERE state = 'marked'
  GROUP BY install_id, kind, entity_id ORDER BY install_id, kind, entity_id
  ON CONFLICT (install_id, kind, entity_id) DO UPDATE
    -- An event never delays the time of the next read. If it did, an order or a product that changes all the time would
    -- never be read.
    SET mark = excluded.mark, attempts = 0, next_attempt_at = least(stored.next_attempt_at, now());

  WITH requested AS (
    SELECT s.install_id, s.resource FROM sweeps s JOIN (
      SELECT DISTINCT install_id, kind || 's' AS resource
      FROM jsonb_to_recordset(events) AS e (install_id text, kind text, state text)
      WHERE state = 'settled' AND kind IN ('order', 'product', 'movement')
    ) e USING (install_id, resource)
    WHERE s.kind = 'updated' ORDER BY s.install_id, s.resource FOR UPDATE OF s
  )
  UPDATE sweeps s SET requested_at = now(), due_at = least(s.due_at, now() + interval '2 seconds')
  FROM requested WHERE (s.install_id, s.resource, s.kind) = (requested.install_id, requested.resource, 'updated');

  RETURN jsonb_array_length(events);
END $$;

REVOKE EXECUTE ON FUNCTION apply_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION apply_events TO daftar_system;

-- =====================================================================================================================
-- Functions of the searches
-- =====================================================================================================================

-- Returns the group in which a search result lists a product, by the product's status: 0 can be sold, 1 is out of
-- stock, 2 is not offered. An unknown status and null give group 0.
--
-- Called by: search_products.
-- It is SQL because search_products sorts by the group before the row limit is applied.
CREATE OR REPLACE FUNCTION availability_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN status = 'out_of_stock' THEN 1 WHEN status IN ('hidden', 'discontinued', 'no_variants') THEN 2 ELSE 0 END
$$;

-- Returns orders whose search_text matches every pattern: at most `max_rows` rows, in no particular sort order. If
-- there may be more orders, a last row of nulls follows. Deleted orders are not returned.
--
-- Arguments: LIKE patterns of folded text (at least one, or the call is an error); the maximum number of rows.
-- Called by: lib/orders/list/order-statements.server.ts (U1).
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, row security
-- hides the rows of other installs. An error message of LIKE or of another function can show the text that it works on.
-- So for daftar_app, PostgreSQL first removes the hidden rows and only then compares texts, without these indexes.
-- Instead of row security, the function itself selects only rows of the install of the transaction. It raises an error
-- if no install is set (S25).
CREATE OR REPLACE FUNCTION search_orders(patterns text[], max_rows integer)
RETURNS TABLE (
  id text, created_at timestamptz, order_number text, status text, payment_status text, source text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
SET search_path = pg_catalog, public, pg_temp
-- The query plan must not depend on the planner's statistics about texts. It must also not depend on planner settings
-- that the caller changed for its list queries.
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  holds text;
  found_rows bigint;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(
      format('trigram_key(o.search_text) LIKE %L AND o.search_text LIKE %L', trigram_key(pattern), pattern), ' AND ')
    INTO holds FROM unnest(patterns) AS pattern;
  IF holds IS NULL THEN
    RAISE EXCEPTION 'nothing is searched for' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT o.id, o.created_at::timestamptz, o.order_number, o.status, o.payment_status, o.source FROM orders o
     WHERE o.install_id || '''' = %L AND o.deleted_at IS NULL AND %s LIMIT %s', install, holds, max_rows);
  GET DIAGNOSTICS found_rows = ROW_COUNT;
  IF found_rows >= max_rows THEN
    RETURN QUERY SELECT NULL::text, NULL::timestamptz, NULL::text, NULL::text, NULL::text, NULL::text;
  END IF;
END $$;

-- Returns the first `max_rows` products whose text matches every pattern, and the rank of each as `place`. 0: `folded`
-- is a code of the product. 1: the name begins with `folded`. 2: all other products. Among products with the same
-- `place`, those that can be sold come first; then they are sorted by name.
--
-- Codes and names that begin with the text are searched first. If a code begins with a text of at least 4 characters,
-- or if `max_rows` matches are found, the search stops. Otherwise the function also searches for the text in other
-- places. If thousands of products contain a word, only about 1,500 of these products are sorted.
--
-- Arguments: LIKE patterns of folded text (at least one, or the call is an error); the whole folded text; whether a
-- pattern is long enough for the trigram index (if not, the most recently changed products are read); the maximum
-- number of rows.
-- Called by: lib/catalogue/find-products.server.ts, lib/catalogue/read-product-page.server.ts (U1).
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, row security
-- hides the rows of other installs. An error message of LIKE or of another function can show the text that it works on.
-- So for daftar_app, PostgreSQL first removes the hidden rows and only then compares texts, without these indexes.
-- Instead of row security, the function itself selects only rows of the install of the transaction. It raises an error
-- if no install is set (S25).
CREATE OR REPLACE FUNCTION search_products(patterns text[], folded text, by_trigrams boolean, max_rows integer)
RETURNS TABLE (id text, place integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 40
SET search_path = pg_catalog, public, pg_temp
-- The query plan must not depend on the planner's statistics about texts. It must also not depend on planner settings
-- that the caller changed for its list queries.
SET enable_seqscan = off SET enable_sort = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  -- Maximum numbers of products that the parts of the search read. Reading, comparing and sorting each of these numbers
  -- of products takes about 10 ms on an idle machine.
  -- - begun_max: products whose name begins with the text
  -- - found_max: products that the trigram index finds
  -- - walked_max: the most recently changed products
  begun_max CONSTANT integer := 400;
  found_max CONSTANT integer := 1500;
  walked_max CONSTANT integer := 2000;
  -- Only a text of at least this length also finds longer codes that begin with it. A shorter text is more likely a
  -- word or a number than the beginning of a code.
  code_min CONSTANT integer := 4;
  begins text := regexp_replace(left(folded, 64), '([\\%_])', '\\\1', 'g') || '%';
  holds text;
  keys text;
  found jsonb := '[]';
  coded boolean;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('p.search_text LIKE %L', pattern), ' AND '),
      string_agg(format('p.search_key LIKE %L', trigram_key(pattern)), ' AND ')
    INTO holds, keys FROM unnest(patterns) AS pattern;
  IF holds IS NULL THEN
    RAISE EXCEPTION 'nothing is searched for' USING ERRCODE = 'invalid_parameter_value';
  END IF;

  EXECUTE format($q$
    WITH coded AS (
      (SELECT v.product_id, fold_tag(v.document->>'sku') AS code FROM variants v
        WHERE '*' || v.install_id = '*' || %1$L AND fold_tag(v.document->>'sku') LIKE %2$L LIMIT 100)
      UNION ALL (SELECT v.product_id, fold_tag(v.document->>'barcode') FROM variants v
        WHERE '|' || v.install_id = '|' || %1$L AND fold_tag(v.document->>'barcode') LIKE %2$L LIMIT 100)
      UNION ALL (SELECT p.id, fold_tag(p.document->>'dsin') FROM products p
        WHERE '#' || p.install_id = '#' || %1$L AND p.deleted_at IS NULL AND fold_tag(p.document->>'dsin') LIKE %2$L
        LIMIT 100)
    )
    SELECT coalesce(jsonb_agg(f), '[]') FROM (
      SELECT p.id, CASE WHEN c.code = %3$L THEN 0 ELSE 2 END AS place, availability_rank(p.status) AS rank,
        left(p.search_text, 64) AS name
      FROM coded c CROSS JOIN LATERAL (
        -- LIMIT 1 makes the planner look up one product by its primary key for each code. Without LIMIT and without
        -- statistics, the planner would read all products of the store.
        SELECT p.id, p.status, p.search_text, p.deleted_at FROM products p
        WHERE p.install_id = %1$L AND p.id = c.product_id LIMIT 1
      ) p
      WHERE p.deleted_at IS NULL AND (c.code = %3$L OR length(%3$L) >= %4$s)
      UNION ALL (SELECT p.id, 1, availability_rank(p.status), left(p.search_text, 64) FROM products p
        WHERE '^' || p.install_id = '^' || %1$L AND p.deleted_at IS NULL AND left(p.search_text, 64) LIKE %2$L
          AND starts_with(p.search_text, %3$L)
        ORDER BY left(p.search_text, 64) USING ~<~ LIMIT %5$s)
    ) f $q$, install, begins, folded, code_min, begun_max) INTO found;
  SELECT coalesce(bool_or(f.place <> 1), false) INTO coded FROM jsonb_to_recordset(found) AS f (place integer);

  IF NOT (coded AND length(folded) >= code_min) AND jsonb_array_length(found) < max_rows THEN
    EXECUTE format(
      CASE WHEN by_trigrams THEN $q$
        SELECT %1$L::jsonb || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM products p
          WHERE p.install_id || '' = %2$L AND p.deleted_at IS NULL AND %3$s AND %4$s LIMIT %5$s
        ) f $q$
      ELSE $q$
        SELECT %1$L::jsonb || coalesce(jsonb_agg(f), '[]') FROM (
          SELECT p.id, 2 AS place, availability_rank(p.status) AS rank, left(p.search_text, 64) AS name FROM (
            SELECT p.id, p.status, p.search_text FROM products p WHERE p.install_id = %2$L AND p.deleted_at IS NULL
            ORDER BY p.updated_at DESC NULLS LAST, p.id DESC LIMIT %6$s
          ) p WHERE %4$s
        ) f $q$
      END, found, install, keys, holds, found_max, walked_max) INTO found;
  END IF;

  RETURN QUERY
    SELECT f.id, min(f.place) FROM jsonb_to_recordset(found) AS f (id text, place integer, rank integer, name text)
    GROUP BY f.id ORDER BY min(f.place), min(f.rank), min(f.name COLLATE "C"), f.id LIMIT max_rows;
END $$;

-- Returns the products that may be meant by the items of a customer's message, as pairs of n and product id. For item n
-- (from 1) these are the products that contain all stems of the item (a stem is a word without its ending). If no
-- product contains all stems, the products with the most similar names are returned (pg_trgm, word_similarity). Rows
-- with n = 0 are the products that have one of the codes as SKU or barcode, at most 100.
--
-- Arguments: folded items; for each item its stems, separated by spaces; folded codes; the maximum number of rows for
-- each item.
-- Called by: lib/catalogue/match-message.server.ts.
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, row security
-- hides the rows of other installs. An error message of LIKE or of another function can show the text that it works on.
-- So for daftar_app, PostgreSQL first removes the hidden rows and only then compares texts, without these indexes.
-- Instead of row security, the function itself selects only rows of the install of the transaction. It raises an error
-- if no install is set (S25).
CREATE OR REPLACE FUNCTION match_products(items text[], stems text[], codes text[], max_rows integer)
RETURNS TABLE (n integer, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 300
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
  looked_at_max CONSTANT integer := 300;
  item text;
  holds text;
  hits integer;
  -- The lowest similarity (0 to 1) at which a name counts as similar to the item. 0.5 finds names that are nearly equal
  -- to the item. If there are none, 0.25 also finds a name that shares only its root with a plural in the message.
  likeness text;
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT 0, v.product_id FROM unnest(codes) AS code
      JOIN variants v ON '*' || v.install_id = '*' || install AND fold_tag(v.document->>'sku') = code
    UNION SELECT 0, v.product_id FROM unnest(codes) AS code
      JOIN variants v ON '|' || v.install_id = '|' || install AND fold_tag(v.document->>'barcode') = code
    LIMIT 100;
  FOR place IN 1..coalesce(cardinality(items), 0) LOOP
    item := trigram_key(items[place]);
    hits := 0;
    SELECT string_agg(format('p.search_key LIKE %L', '%' || trigram_key(stem) || '%'), ' AND ') INTO holds
      FROM unnest(string_to_array(nullif(stems[place], ''), ' ')) AS stem;
    IF holds IS NOT NULL THEN
      RETURN QUERY EXECUTE format(
        'SELECT %s, p.id FROM (
           SELECT p.id, left(p.search_key, 64) AS name FROM products p
           WHERE p.install_id || '''' = %L AND p.deleted_at IS NULL AND %s LIMIT %s
         ) p ORDER BY word_similarity(%L, p.name) DESC, length(p.name), p.id LIMIT %s',
        place, install, holds, looked_at_max, item, max_rows);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END IF;
    FOREACH likeness IN ARRAY ARRAY['0.5', '0.25'] LOOP
      EXIT WHEN hits > 0;
      PERFORM set_config('pg_trgm.word_similarity_threshold', likeness, true);
      RETURN QUERY EXECUTE format(
        'SELECT %1$s, p.id FROM products p
         WHERE ''~'' || p.install_id = ''~'' || %2$L AND p.deleted_at IS NULL AND left(p.search_key, 64) %%> %3$L
         ORDER BY word_similarity(%3$L, left(p.search_key, 64)) DESC, p.id LIMIT %4$s',
        place, install, item, max_rows);
      GET DIAGNOSTICS hits = ROW_COUNT;
    END LOOP;
  END LOOP;
END $$;

-- Returns the variants whose folded SKU or barcode is one of the codes. For each code, it returns at most 2 variants by
-- SKU and 2 by barcode. With 2 variants, the caller already knows that a code is not unique.
--
-- Argument: folded codes. Result: pairs of code and variant id.
-- Called by: lib/catalogue/find-variants.server.ts.
-- It is SQL because only a function in the database can run as another role than its caller.
-- It runs as the role daftar_system, so that PostgreSQL uses the indexes of the search. For daftar_app, row security
-- hides the rows of other installs. An error message of LIKE or of another function can show the text that it works on.
-- So for daftar_app, PostgreSQL first removes the hidden rows and only then compares texts, without these indexes.
-- Instead of row security, the function itself selects only rows of the install of the transaction. It raises an error
-- if no install is set (S25).
CREATE OR REPLACE FUNCTION find_variants_by_code(codes text[]) RETURNS TABLE (code text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1000
SET search_path = pg_catalog, public, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = on SET jit = off
AS $$
DECLARE
  install text := nullif(current_setting('daftar.install_id', true), '');
BEGIN
  IF install IS NULL THEN
    RAISE EXCEPTION 'no install is set' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    SELECT c.code, f.id FROM unnest(codes) AS c (code) CROSS JOIN LATERAL (
      (SELECT v.id FROM variants v
        WHERE '*' || v.install_id = '*' || install AND fold_tag(v.document->>'sku') = c.code LIMIT 2)
      UNION (SELECT v.id FROM variants v
        WHERE '|' || v.install_id = '|' || install AND fold_tag(v.document->>'barcode') = c.code LIMIT 2)
    ) f;
END $$;

REVOKE EXECUTE ON FUNCTION search_orders, search_products, match_products, find_variants_by_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_orders, search_products, match_products, find_variants_by_code TO daftar_app;
-- Makes daftar_system the owner of the search functions, because they run with the rights of their owner. The new owner
-- of a function needs the privilege CREATE on the schema. The privilege is revoked immediately afterwards.
GRANT CREATE ON SCHEMA public TO daftar_system;
ALTER FUNCTION search_orders OWNER TO daftar_system;
ALTER FUNCTION search_products OWNER TO daftar_system;
ALTER FUNCTION match_products OWNER TO daftar_system;
ALTER FUNCTION find_variants_by_code OWNER TO daftar_system;
REVOKE CREATE ON SCHEMA public FROM daftar_system;

-- =====================================================================================================================
-- Triggers
-- =====================================================================================================================

-- Trigger function on the table orders: keeps the folded tags of each order in the table order_tags. A deleted order
-- has no rows there. The function runs with the rights of the role that writes the order.
--
-- Called by: the triggers order_tags_inserted, order_tags_updated and order_tags_deleted.
-- It is SQL because each write of an order, including bulk inserts, must update the tags in the same transaction.
CREATE OR REPLACE FUNCTION keep_order_tags() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM order_tags WHERE install_id = OLD.install_id AND order_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL THEN
    INSERT INTO order_tags (install_id, tag, created_at, order_id)
    SELECT DISTINCT NEW.install_id, fold_tag(tag), NEW.created_at, NEW.id FROM unnest(NEW.tags) AS tag;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER order_tags_inserted AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL AND cardinality(NEW.tags) > 0) EXECUTE FUNCTION keep_order_tags();
CREATE TRIGGER order_tags_updated AFTER UPDATE OF install_id, id, tags, created_at, deleted_at ON orders FOR EACH ROW
  WHEN ((OLD.install_id, OLD.id, OLD.tags, OLD.created_at, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.install_id, NEW.id, NEW.tags, NEW.created_at, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION keep_order_tags();
CREATE TRIGGER order_tags_deleted AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION keep_order_tags();

-- Trigger function on the table operations. It acts when the operation that creates the order of an accepted quote
-- ends. It then sets the quote to converted (with the id and number of the order) or to needs_attention. It notifies
-- open screens through the channel daftar_live.
--
-- Called by: the trigger quote_orders_ended. lib/quotes/quote-order.server.ts records the operation.
-- It is SQL because several parts of the program end operations, and the quote must change in the same transaction.
CREATE OR REPLACE FUNCTION follow_quote_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE followed uuid;
BEGIN
  UPDATE quotes SET
    state = CASE WHEN NEW.state = 'succeeded' THEN 'converted' ELSE 'needs_attention' END,
    order_id = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderId' END,
    order_number = CASE WHEN NEW.state = 'succeeded' THEN NEW.result->>'orderNumber' END,
    updated_at = now()
  WHERE install_id = NEW.install_id AND operation_id = NEW.id AND state IN ('accepted', 'needs_attention')
  RETURNING id INTO followed;
  IF followed IS NOT NULL THEN
    PERFORM pg_notify('daftar_live',
      json_build_object('installId', NEW.install_id, 'kind', 'quote', 'id', followed)::text);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER quote_orders_ended AFTER UPDATE OF state, result ON operations FOR EACH ROW
  WHEN (NEW.kind = 'create_order' AND (NEW.state IN ('refused', 'needs_review')
    OR (NEW.state = 'succeeded' AND NEW.result->>'orderId' IS NOT NULL)))
  EXECUTE FUNCTION follow_quote_order();

-- =====================================================================================================================
-- Row security and grants (S25, D11)
-- =====================================================================================================================

DO $$
DECLARE table_name text;
BEGIN
  -- Tables whose rows belong to one install each. daftar_app sees only the rows of the install that the transaction has
  -- set (daftar.install_id). If the transaction has set no install, daftar_app sees no row.
  FOREACH table_name IN ARRAY ARRAY[
    'bulk_items', 'bulk_runs', 'created_orders', 'dirty_marks', 'discounts', 'drifts', 'installs', 'movements',
    'operations', 'order_tags', 'orders', 'products', 'quote_counters', 'quote_events', 'quote_links',
    'quote_versions', 'quotes', 'saved_views', 'settings', 'stores', 'sweeps', 'variants'
  ] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_app', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO daftar_app USING (install_id = nullif(current_setting(''daftar.install_id'', true), '''')) WITH CHECK (install_id = nullif(current_setting(''daftar.install_id'', true), ''''))',
      table_name);
  END LOOP;

  -- Tables whose rows of all installs daftar_system may see. daftar_system is used for queues, leases, sessions,
  -- look-ups before the install is known, the deletion of old data, and the search functions. What daftar_system may do
  -- with the rows is limited by the grants below.
  FOREACH table_name IN ARRAY ARRAY[
    'budget_requests', 'budgets', 'bulk_items', 'bulk_runs', 'dirty_marks', 'drifts', 'handoffs', 'inbox',
    'install_tokens', 'installs', 'launch_uses', 'movements', 'oauth_states', 'operations', 'orders', 'products',
    'quote_events', 'quote_links', 'quote_versions', 'quotes', 'sessions', 'settings', 'sweeps', 'variants',
    'webhook_secrets'
  ] LOOP
    EXECUTE format('CREATE POLICY system ON %I TO daftar_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
  FOREACH table_name IN ARRAY ARRAY[
    'budget_requests', 'budgets', 'bulk_items', 'bulk_runs', 'dirty_marks', 'handoffs', 'inbox', 'install_tokens',
    'installs', 'launch_uses', 'oauth_states', 'operations', 'sessions', 'sweeps', 'webhook_secrets'
  ] LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_system', table_name);
  END LOOP;

  -- Row security hides all rows of a table from a role for which the table has no policy. FORCE hides the rows also
  -- from the owner of the table.
  FOREACH table_name IN ARRAY ARRAY[
    'budget_requests', 'budgets', 'bulk_items', 'bulk_runs', 'created_orders', 'dirty_marks', 'discounts', 'drifts',
    'handoffs', 'inbox', 'install_tokens', 'installs', 'launch_uses', 'movements', 'oauth_states', 'operations',
    'order_tags', 'orders', 'products', 'quote_counters', 'quote_events', 'quote_links', 'quote_versions', 'quotes',
    'saved_views', 'sessions', 'settings', 'stores', 'sweeps', 'variants', 'webhook_secrets'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  END LOOP;
END $$;

-- The search functions read these tables as daftar_system, because PostgreSQL does not use the indexes of the search
-- for daftar_app. The comment of search_orders gives the reason.
GRANT SELECT ON orders, products, variants TO daftar_system;
-- apply_events stores the stock movements in the webhook events of all installs.
GRANT SELECT, INSERT ON movements TO daftar_system;
-- The worker deletes old rows of all installs.
GRANT SELECT, DELETE ON drifts TO daftar_system;
-- Two tasks need the quotes of all installs. When a customer opens the link of a quote, the app finds the quote before
-- the install is known. The worker sets quotes to expired and deletes their personal data (S20).
GRANT SELECT, UPDATE, DELETE ON quotes TO daftar_system;
GRANT SELECT, UPDATE ON quote_versions TO daftar_system;
GRANT SELECT, INSERT, UPDATE ON quote_events TO daftar_system;
GRANT SELECT, DELETE ON quote_links TO daftar_system;
GRANT SELECT ON settings TO daftar_system;
