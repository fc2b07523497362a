-- The lists of orders, each newest first, and the search; how they are used: lib/orders/list/find-order-keys.server.ts.
-- All are partial: a deleted order is on no list. The first takes the place of the one that held deleted rows too.
DROP INDEX "orders_install_id_created_at_id_idx";
CREATE INDEX orders_newest ON orders (install_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status ON orders (install_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_payment ON orders (install_id, payment_status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status_and_payment ON orders (install_id, status, payment_status, created_at DESC, id DESC)
  WHERE deleted_at IS NULL;
CREATE INDEX orders_by_source ON orders (install_id, source, created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND source IS NOT NULL;
CREATE INDEX orders_by_number ON orders (install_id, order_number) WHERE deleted_at IS NULL;

-- pg_trgm takes a letter for one by the database's LC_CTYPE, and where that is C (our own server, many a container)
-- it sees none in Arabic. So the index is of a text where each Arabic letter is some Latin one. Two may share one:
-- what the index finds is compared with search_text itself.
CREATE FUNCTION trigram_key(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.translate(folded,
    'ابتثجحخدذرزسشصضطظعغفقكلمنهويءؤئپچژگکیھەڕڵۆێ',
    'abtcjhxdcrzsopvuvegfqklmniwyawybjzgkyiirlwy')
$$;

-- A pending list is read through by every search: it is kept short. The install stands in it in a form that no other
-- index has, so that a search can not be planned along one of those: they would give it the whole store to look through.
CREATE INDEX orders_search ON orders USING gin ((install_id || ''), trigram_key(search_text) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;

CREATE INDEX products_search ON products USING gin ((install_id || ''), trigram_key(search_text) gin_trgm_ops)
  WITH (gin_pending_list_limit = 512) WHERE deleted_at IS NULL;

-- Orders whose text holds every pattern (LIKE, folded), in no order: at most `most`, and then a row of nulls that says
-- that there may be more. Under row security LIKE can not use an index, since it might tell what it compared; so this
-- runs as daftar_system, to whom every row is open, and is bound to the install itself.
CREATE FUNCTION search_orders(patterns text[], most integer)
RETURNS TABLE (
  id text, created_at timestamptz, order_number text, status text, payment_status text, source text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100
SET search_path = pg_catalog, public, pg_temp
-- Whatever the planner knows of texts or believes to know, and whatever the caller has set for lists.
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
     WHERE o.install_id || '''' = %L AND o.deleted_at IS NULL AND %s LIMIT %s', install, holds, most);
  GET DIAGNOSTICS found_rows = ROW_COUNT;
  IF found_rows >= most THEN
    RETURN QUERY SELECT NULL::text, NULL::timestamptz, NULL::text, NULL::text, NULL::text, NULL::text;
  END IF;
END $$;

-- A tag as it is stored in order_tags and as it is looked for: both go through this, so they always agree, and what it
-- does is what lib/shared/fold-text.ts does, but for marks outside of Latin and Arabic script. Cut to what fits a key.
CREATE FUNCTION fold_tag(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.left(pg_catalog.btrim(pg_catalog.regexp_replace(
    pg_catalog.translate(
      pg_catalog.regexp_replace(
        pg_catalog.lower(pg_catalog.normalize(tag, 'NFKC')),
        '[\u0640\u0300-\u036F\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]', '', 'g'),
      'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايه01234567890123456789'),
    '\s+', ' ', 'g')), 200)
$$;

-- Keeps order_tags, as whoever writes the order.
CREATE FUNCTION keep_order_tags() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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

REVOKE EXECUTE ON FUNCTION search_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_orders TO daftar_app;
-- A new owner must be one who may create here; only for as long as it takes.
GRANT CREATE ON SCHEMA public TO daftar_system;
ALTER FUNCTION search_orders OWNER TO daftar_system;
REVOKE CREATE ON SCHEMA public FROM daftar_system;

-- The tags of orders that are there. Row security hides every row from the owner too.
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;
ALTER TABLE order_tags NO FORCE ROW LEVEL SECURITY;
INSERT INTO order_tags (install_id, tag, created_at, order_id)
SELECT DISTINCT install_id, fold_tag(tag), created_at, id FROM orders, unnest(tags) AS tag WHERE deleted_at IS NULL;
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
ALTER TABLE order_tags FORCE ROW LEVEL SECURITY;

-- Views that merchants saved. No owner (an empty one, so that a name is unique among the shared ones too): everybody's.
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

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("install_id","id")
);

CREATE UNIQUE INDEX "saved_views_install_id_owner_name_key_key" ON "saved_views"("install_id", "owner", "name_key");

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_views FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO daftar_app;
CREATE POLICY tenant ON saved_views TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
