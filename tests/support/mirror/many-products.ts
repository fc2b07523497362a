import type pg from 'pg';

/**
 * Fills the mirror (the app's copy) of an install with many products, as if all products had been read. Each product
 * has one to four variants (2.5 on average). The function bypasses row security, so it needs a superuser connection.
 *
 * Product n has the DSIN DSSY1000000 + n. Its variants have the SKUs SKU-n-1 … and the barcodes 6210000000000 + 4n …
 */
export async function insertManyProducts(sql: pg.Client, installId: string, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO sweeps (install_id, resource, kind, ended_at) VALUES ($1, 'products', 'full', now())
     ON CONFLICT (install_id, resource, kind) DO UPDATE SET ended_at = now(), last_error = NULL`,
    [installId],
  );
  await sql.query(insertProducts, [installId, count]);
  await sql.query('VACUUM ANALYZE products, variants');
}

const insertProducts = `
  WITH made AS (
    SELECT n, 'prod_' || md5(n::text) AS id, 'DSSY' || 1000000 + n AS dsin,
      (ARRAY['صابون غار', 'زيت زيتون', 'قميص قطن', 'شال حرير', 'زعتر', 'ماء ورد', 'Cotton Shirt', 'Olive Oil Soap'])[1 + n % 8]
        || ' ' || (ARRAY['بلدي', 'فاخر', 'يدوي', 'Classic', 'Handmade'])[1 + n % 5]
        || CASE WHEN n % 27011 = 3 THEN ' خزامى' ELSE '' END || CASE WHEN n % 83 = 2 THEN ' Jasmine' ELSE '' END
        || CASE WHEN n % 311 = 2 THEN ' Lavender' ELSE '' END || ' ' || substr(md5((n % 5000)::text), 1, 6) AS name,
      CASE WHEN n % 23 = 1 THEN 'out_of_stock' WHEN n % 29 = 1 THEN 'hidden' ELSE 'active' END AS status,
      now() - n * interval '100 seconds' AS updated_at, 1 + abs(hashint4(n)::bigint) % 4 AS variants
    FROM generate_series(1, $2::int) AS n
  ), options AS (
    SELECT m.*, place, (ARRAY['100 غ', '200 غ', '500 غ', 'كيلو'])[place] AS option, 'SKU-' || n || '-' || place AS sku,
      (6210000000000 + 4 * n + place)::text AS barcode
    FROM made m, generate_series(1, m.variants) AS place
  ), inserted AS (
    INSERT INTO variants (install_id, id, product_id, position, document)
    SELECT $1, 'var_' || md5(n || '/' || place), id, place, jsonb_build_object('id', 'var_' || md5(n || '/' || place),
      'product_id', id, 'name', option, 'sku', sku, 'barcode', barcode, 'status', status, 'weight_gram', 100 * place,
      'available_quantity', CASE WHEN status = 'active' THEN n % 50 + 1 ELSE 0 END,
      'price', jsonb_build_object('amount_minor', 1000 * place, 'currency', 'SYP', 'decimals', 0))
    FROM options
  )
  INSERT INTO products (install_id, id, name, status, updated_at, document, search_text, fence, read_at, deleted_at)
  SELECT $1, m.id, m.name, m.status, m.updated_at, jsonb_build_object('id', m.id, 'dsin', m.dsin, 'name', m.name,
      'status', m.status, 'description', repeat('كلام عن المنتج ', 20), 'updated_at', to_char(m.updated_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
    replace(lower(m.name || ' ' || m.dsin), 'ى', 'ي') || ' ' || string_agg(lower(o.option || ' ' || o.sku || ' ' || o.barcode), ' ' ORDER BY o.place),
    m.n, now(), CASE WHEN m.n % 199 = 7 THEN now() END
  FROM made m JOIN options o USING (n) GROUP BY m.n, m.id, m.dsin, m.name, m.status, m.updated_at`;
