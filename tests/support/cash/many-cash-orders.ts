import type pg from 'pg';

/** Returns SQL for a UUID of version 4. The same text always gives the same UUID. */
const uuidOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * Fills the cash notebook (the record of the cash of orders) of an install. The notebook then has five carriers,
 * `count` orders and `count` / 50 postings (sets of entries). Three of four orders have one entry. The carriers owe the
 * cash of a quarter of the orders. `count` / 20 further orders are paid in the store and have no recorded cash. `sql` must be a superuser connection, because this function bypasses row security.
 * The orders themselves are not in the mirror.
 */
export async function insertManyCashOrders(sql: pg.Client, installId: string, count: number): Promise<void> {
  const statements = [
    `INSERT INTO carriers (install_id, id, name, match_key)
     SELECT $1, ${uuidOf('$1::text || n')}, 'Carrier ' || n, 'carrier ' || n FROM generate_series(0, 4) n WHERE $2::int > 0`,
    `INSERT INTO cash_orders (install_id, order_id, carrier_id, stage, since, due_minor, currency, decimals, is_paid,
       remitted_minor, entries)
     SELECT $1, 'ord_' || md5(n::text), ${uuidOf('$1::text || n % 5')}, 'delivered', now() - n * interval '1 minute', 1000,
       CASE WHEN n % 10 = 0 THEN 'USD' ELSE 'SYP' END, 0, false, CASE WHEN n % 4 = 0 THEN 0 ELSE 1000 END,
       CASE WHEN n % 4 = 0 THEN 0 ELSE 1 END
     FROM generate_series(1, $2::int) n`,
    `INSERT INTO cash_orders (install_id, order_id, carrier_id, stage, since, due_minor, currency, decimals, is_paid,
       is_unrecorded)
     SELECT $1, 'ord_paid_' || n, ${uuidOf('$1::text || n % 5')}, 'paid', now() - n * interval '20 minutes', 1000, 'SYP', 0,
       true, true
     FROM generate_series(1, $2::int / 20) n`,
    `INSERT INTO cash_postings (install_id, id, source, content_hash, created_at)
     SELECT $1, ${uuidOf("'posting' || n")}, 'sheet', '', now() - n * interval '1 hour'
     FROM generate_series(0, $2::int / 50) n`,
    `INSERT INTO cash_entries (install_id, posting_id, line, is_reversal, order_id, kind, amount_minor, currency,
       decimals)
     SELECT $1, ${uuidOf("'posting' || n / 50")}, n % 50, false, 'ord_' || md5(n::text), 'remitted', 1000,
       CASE WHEN n % 10 = 0 THEN 'USD' ELSE 'SYP' END, 0
     FROM generate_series(1, $2::int) n WHERE n % 4 <> 0`,
  ];
  for (const statement of statements) await sql.query(statement, [installId, count]);
  await sql.query('VACUUM ANALYZE carriers, cash_orders, cash_postings, cash_entries');
}
