-- A bulk run is of orders or of variants: a row of a run that adjusts stock is a change of one variant. What its note
-- says may be about a person: it is encrypted, and emptied a day after the row has ended.
ALTER TABLE "bulk_items" ALTER COLUMN "order_id" DROP NOT NULL,
ADD COLUMN     "variant_id" TEXT,
ADD COLUMN     "delta" INTEGER,
ADD COLUMN     "note_enc" TEXT;

ALTER TABLE bulk_items
  ADD CONSTRAINT bulk_items_of_one CHECK (
    (order_id IS NULL) = (variant_id IS NOT NULL) AND (variant_id IS NULL) = (delta IS NULL)
    AND (note_enc IS NULL OR variant_id IS NOT NULL)
    AND (tracking_number IS NULL OR order_id IS NOT NULL));
CREATE INDEX bulk_items_noted ON bulk_items (ended_at) WHERE note_enc IS NOT NULL;

-- Variants of which a text is, folded, the whole SKU or barcode; several of each, so that it is seen when it is not one.
-- As with match_products: under row security an index of an expression is of no use.
CREATE FUNCTION find_variants_by_code(codes text[]) RETURNS TABLE (code text, id text)
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

REVOKE EXECUTE ON FUNCTION find_variants_by_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_variants_by_code TO daftar_app;
-- A new owner must be one who may create here; only for as long as it takes.
GRANT CREATE ON SCHEMA public TO daftar_system;
ALTER FUNCTION find_variants_by_code OWNER TO daftar_system;
REVOKE CREATE ON SCHEMA public FROM daftar_system;
