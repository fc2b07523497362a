-- Creates the links with which customers confirm their orders. The token of a link is stored as a hash for the look-up,
-- and encrypted for the merchant's message. `content_enc` is what the page shows. `customer_enc` has the phone number,
-- so that the key rotation can make phone_key again. `answer_enc` has the customer's words and where the request came
-- from.
CREATE TABLE "order_links" (
    "install_id" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "order_id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "link_enc" TEXT NOT NULL,
    "content_enc" TEXT NOT NULL,
    "customer_enc" TEXT,
    "phone_key" TEXT,
    "name_keys" TEXT[],
    "actor_sub" TEXT,
    "actor_name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "answer_enc" TEXT,

    CONSTRAINT "order_links_pkey" PRIMARY KEY ("install_id","id")
);
CREATE INDEX "order_links_token_hash_idx" ON "order_links"("token_hash");
CREATE INDEX "order_links_install_id_order_id_created_at_idx" ON "order_links"("install_id", "order_id", "created_at" DESC);
CREATE INDEX "order_links_install_id_phone_key_idx" ON "order_links"("install_id", "phone_key");
CREATE INDEX "order_links_expires_at_idx" ON "order_links"("expires_at");
-- An order has at most one link that is not withdrawn.
CREATE UNIQUE INDEX "order_links_current" ON "order_links"("install_id", "order_id") WHERE withdrawn_at IS NULL;

CREATE POLICY tenant ON order_links TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON order_links TO daftar_app;
-- A link is found before its install is known, the key rotation encrypts values again, and the worker deletes old rows.
CREATE POLICY system ON order_links TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE, DELETE ON order_links TO daftar_system;
ALTER TABLE order_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_links FORCE ROW LEVEL SECURITY;
