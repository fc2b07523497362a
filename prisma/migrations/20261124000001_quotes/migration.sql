-- CreateTable
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
    "change_asked_at" TIMESTAMPTZ(3),
    "operation_id" UUID,
    "order_id" TEXT,
    "order_number" TEXT,
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "sent_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "purged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("install_id","id")
);

-- CreateTable
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

-- CreateTable
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

-- CreateTable
CREATE TABLE "quote_links" (
    "install_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "quote_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "quote_links_pkey" PRIMARY KEY ("install_id","token_hash")
);

-- CreateTable
CREATE TABLE "quote_counters" (
    "install_id" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "quote_counters_pkey" PRIMARY KEY ("install_id")
);

-- CreateTable
CREATE TABLE "settings" (
    "install_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("install_id","name")
);

-- CreateIndex
CREATE INDEX "quotes_install_id_updated_at_id_idx" ON "quotes"("install_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "quotes_install_id_state_updated_at_id_idx" ON "quotes"("install_id", "state", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "quotes_install_id_phone_key_idx" ON "quotes"("install_id", "phone_key");

-- CreateIndex
CREATE INDEX "quotes_name_keys_idx" ON "quotes" USING GIN ("name_keys");

-- CreateIndex
CREATE UNIQUE INDEX "quotes_install_id_number_key" ON "quotes"("install_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "quotes_install_id_operation_id_key" ON "quotes"("install_id", "operation_id");

-- CreateIndex
CREATE INDEX "quote_events_install_id_quote_id_at_idx" ON "quote_events"("install_id", "quote_id", "at");

-- CreateIndex
CREATE INDEX "quote_links_token_hash_idx" ON "quote_links"("token_hash");

-- CreateIndex
CREATE INDEX "quote_links_install_id_quote_id_idx" ON "quote_links"("install_id", "quote_id");

DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['quotes', 'quote_versions', 'quote_events', 'quote_links', 'quote_counters', 'settings']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO daftar_app', table_name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO daftar_app USING (install_id = nullif(current_setting(''daftar.install_id'', true), '''')) WITH CHECK (install_id = nullif(current_setting(''daftar.install_id'', true), ''''))',
      table_name);
  END LOOP;
  -- A link is looked up before its install is known; what is over is ended, and emptied, across installs.
  FOREACH table_name IN ARRAY ARRAY['quotes', 'quote_versions', 'quote_events', 'quote_links', 'settings'] LOOP
    EXECUTE format('CREATE POLICY system ON %I TO daftar_system USING (true) WITH CHECK (true)', table_name);
  END LOOP;
END $$;
GRANT SELECT, UPDATE, DELETE ON quotes TO daftar_system;
GRANT SELECT, UPDATE ON quote_versions, quote_events TO daftar_system;
GRANT INSERT ON quote_events TO daftar_system;
GRANT SELECT, DELETE ON quote_links TO daftar_system;
GRANT SELECT ON settings TO daftar_system;

ALTER TABLE quotes
  ADD CONSTRAINT quotes_known_state CHECK (state IN (
    'draft', 'sent', 'opened', 'accepted', 'converted', 'needs_attention', 'declined', 'expired', 'withdrawn')),
  ADD CONSTRAINT quotes_numbered_when_sent CHECK ((number IS NULL) = (version = 0) AND (state = 'draft') = (version = 0)),
  ADD CONSTRAINT quotes_ordered CHECK (
    (operation_id IS NOT NULL OR state NOT IN ('accepted', 'converted', 'needs_attention'))
    AND ((state = 'converted') = (order_id IS NOT NULL)));

-- What is to end by itself, and whose personal data is.
CREATE INDEX quotes_open ON quotes (expires_at) WHERE state IN ('sent', 'opened');
CREATE INDEX quotes_with_data ON quotes (updated_at) WHERE purged_at IS NULL;

-- An accepted quote follows the write that makes its order, whoever ends that and when, in the same transaction.
CREATE FUNCTION follow_quote_order() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
