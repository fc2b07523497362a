-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
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

-- CreateTable
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

    CONSTRAINT "install_tokens_pkey" PRIMARY KEY ("install_id")
);

-- CreateTable
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

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("install_id")
);

-- CreateTable
CREATE TABLE "oauth_states" (
    "state_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_states_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "launch_uses" (
    "jti_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "launch_uses_pkey" PRIMARY KEY ("jti_hash")
);

-- CreateTable
CREATE TABLE "handoffs" (
    "code_hash" TEXT NOT NULL,
    "install_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handoffs_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "budgets" (
    "install_id" TEXT NOT NULL,
    "requests" BIGINT[],
    "writes" BIGINT[],
    "blocked_until" BIGINT NOT NULL DEFAULT 0,
    "granted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("install_id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "install_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "sequence" BIGINT,
    "occurred_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "test" BOOLEAN NOT NULL DEFAULT false,
    "body" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'stored',
    "reason" TEXT,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("install_id","event_id")
);

-- CreateTable
CREATE TABLE "dirty_marks" (
    "install_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "entity_id" TEXT NOT NULL,
    "mark" BIGINT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "dirty_marks_pkey" PRIMARY KEY ("install_id","kind","entity_id")
);

-- CreateTable
CREATE TABLE "operations" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'recorded',
    "idempotency_key" TEXT NOT NULL,
    "request_enc" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "first_sent_at" TIMESTAMPTZ(3),
    "uncertain" BOOLEAN NOT NULL DEFAULT false,
    "request_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "result" JSONB,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "operations_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
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
    "detail" JSONB,
    "detail_read_at" TIMESTAMPTZ(3),
    "fence" BIGINT NOT NULL,
    "event_read_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
CREATE TABLE "created_orders" (
    "install_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "operation_id" UUID NOT NULL,
    "payment_method" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "created_orders_pkey" PRIMARY KEY ("install_id","order_id")
);

-- CreateTable
CREATE TABLE "stores" (
    "install_id" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "fence" BIGINT NOT NULL,

    CONSTRAINT "stores_pkey" PRIMARY KEY ("install_id")
);

-- CreateTable
CREATE TABLE "backfills" (
    "install_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "cursor" TEXT,
    "fetched" INTEGER NOT NULL DEFAULT 0,
    "reached_back" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("install_id")
);

-- CreateIndex
CREATE INDEX "installs_store_id_idx" ON "installs"("store_id");

-- CreateIndex
CREATE INDEX "sessions_install_id_idx" ON "sessions"("install_id");

-- CreateIndex
CREATE INDEX "inbox_received_at_idx" ON "inbox"("received_at");

-- CreateIndex
CREATE INDEX "dirty_marks_next_attempt_at_idx" ON "dirty_marks"("next_attempt_at");

-- CreateIndex
CREATE INDEX "orders_install_id_created_at_id_idx" ON "orders"("install_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "created_orders_install_id_operation_id_key" ON "created_orders"("install_id", "operation_id");

-- CreateIndex
CREATE INDEX "operations_next_attempt_at_idx" ON "operations"("next_attempt_at");
