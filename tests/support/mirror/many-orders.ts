import type pg from 'pg';

/**
 * Fills the mirror (the app's copy) of an install with many orders, as the backfill does. Three orders share
 * each timestamp. `sql` must be a superuser connection, because this function bypasses row security and
 * triggers. The indexes are built after all rows are inserted, which is several times faster than updating
 * them with every row.
 *
 * Order 0 is the newest. Order n has the number 2,000,000 - n.
 */
export async function insertManyOrders(sql: pg.Client, installId: string, count: number): Promise<void> {
  await sql.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`);
  const { rows: indexes } = await sql.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'orders'::regclass AND NOT i.indisprimary`,
  );
  for (const { name } of indexes) await sql.query(`DROP INDEX ${name}`);
  await sql.query(insertOrders, [installId, count]);
  // The mirror has few different tags, so the SQL function fold_tag is called once for each different tag. A call for
  // each row would be much slower.
  await sql.query(
    `WITH folded AS MATERIALIZED (
       SELECT tag, fold_tag(tag) AS folded FROM (SELECT DISTINCT unnest(tags) AS tag FROM orders WHERE install_id = $1) t
     )
     INSERT INTO order_tags (install_id, tag, created_at, order_id)
     SELECT DISTINCT o.install_id, f.folded, o.created_at, o.id FROM orders o, unnest(o.tags) AS t JOIN folded f ON f.tag = t
     WHERE o.install_id = $1 AND o.deleted_at IS NULL`,
    [installId],
  );
  for (const { definition } of indexes) await sql.query(definition);
  await sql.query('RESET session_replication_role');
  await sql.query('VACUUM ANALYZE orders, order_tags');
}

/** Inserts orders as in a store that has been open for years: most are finished, and few still need work. */
const insertOrders = `
  INSERT INTO orders (install_id, id, order_number, status, payment_status, source, tags, total_minor, created_at,
    updated_at, header, detail, search_text, fence, deleted_at)
  SELECT $1, id, number, status, payment, source, tags, 1000 + n % 977 * 500, created_at, created_at,
    jsonb_build_object('id', id, 'order_number', number, 'status', status, 'payment_status', payment,
      'source', source, 'line_pricing', 'net', 'subtotal', money, 'discount', money, 'shipping', money, 'tax', money,
      'total', money, 'paid', money, 'refunded', money, 'exchange_rate', null, 'tags', to_jsonb(tags),
      'created_at', written_at, 'updated_at', written_at),
    jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', 'item_' || n, 'variant_id', null,
      'kind', 'custom', 'name', words, 'quantity', 1, 'unit_price', money, 'total', money))),
    number || ' ' || words || ' ' || tracking, n, CASE WHEN n % 199 = 7 THEN created_at END
  FROM (
    SELECT n, 'ord_' || md5(n::text) AS id, (2000000 - n)::text AS number,
      now()::timestamptz(3) - n / 3 * interval '100 seconds' AS created_at,
      to_char(now()::timestamptz(3) AT TIME ZONE 'UTC' - n / 3 * interval '100 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS written_at,
      (CASE WHEN s < 60 THEN 'completed' WHEN s < 72 THEN 'delivered' WHEN s < 82 THEN 'cancelled' WHEN s < 88 THEN 'shipped'
        WHEN s < 91 THEN 'placed' WHEN s < 93 THEN 'approved' WHEN s < 95 THEN 'processing' WHEN s < 96 THEN 'returned'
        WHEN s < 97 THEN 'delivered_failed' WHEN s < 99 THEN 'refunded' ELSE 'partially_refunded' END) AS status,
      (CASE WHEN s = 99 AND p < 20 THEN 'partially_refunded' WHEN p < 60 OR s < 58 AND p < 88 THEN 'paid'
        WHEN p < 85 THEN 'unpaid' WHEN p < 88 THEN 'partially_paid' WHEN p < 90 THEN 'pending'
        WHEN n % 9973 = 5 THEN 'authorized' WHEN p < 95 THEN 'refunded' ELSE 'not_required' END) AS payment,
      (ARRAY['storefront', 'storefront', 'app', 'pos', NULL])[1 + r] AS source,
      array_remove(ARRAY[CASE WHEN t < 20 THEN 'Wholesale' END, CASE WHEN t % 30 = 0 THEN 'هديّة' END,
        CASE WHEN n % 40009 = 11 THEN 'Fragile' END], NULL) AS tags,
      (ARRAY['قميص قطن ازرق', 'حذاء جلد', 'شاي اخضر', 'صابون غار حلبي', 'زيت زيتون', 'cotton shirt', 'olive oil soap', 'green tea'])[1 + n % 8]
        || CASE WHEN n % 27011 = 3 THEN ' خزامي' ELSE '' END || CASE WHEN n % 311 = 2 THEN ' lavender' ELSE '' END
        || CASE WHEN n % 83 = 2 THEN ' jasmine' ELSE '' END || ' ' || substr(md5((n % 5000)::text), 1, 6) AS words,
      CASE WHEN n % 2 = 0 THEN 'trk' || substr(md5(n::text || 'trk'), 1, 10) ELSE '' END AS tracking
    FROM (
      SELECT n, abs(hashint4(n)::bigint) % 100 AS s, abs(hashint4(n + 1000000)::bigint) % 100 AS p,
        abs(hashint4(n + 2000000)::bigint) % 100 AS t, abs(hashint4(n + 3000000)::bigint) % 5 AS r
      FROM generate_series(0, $2::int - 1) AS n
    ) AS numbers
  ) AS orders, jsonb_build_object('amount_minor', 125000, 'currency', 'SYP', 'decimals', 2) AS money`;
