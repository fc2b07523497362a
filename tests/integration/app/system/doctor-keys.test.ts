import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { evaluateFacts } from '@/lib/doctor/evaluate-facts';
import { readDoctorFacts } from '@/lib/doctor/read-doctor-facts.server';
import { readEncryptedColumns } from '@/lib/system/keys/encrypted-columns';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let installId: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  installId = await world.install();
  await world.system(
    `INSERT INTO data_keys (install_id, version, id, key_enc) VALUES ($1, 0, 'former', 'k0.iv.tag.body')`,
    [installId],
  );
});
afterAll(() => world.stop());

/**
 * An encrypted value. It begins with the id of its data key, here `former`. That data key is encrypted with
 * the key k0, which is not in the deployment's ENCRYPTION_KEYS.
 */
const sealed = 'former.iv.tag.body';
const runId = randomUUID();
const quoteId = randomUUID();

/**
 * For each encrypted column, an SQL statement that stores an encrypted value in the column. $1 is the install, $2 the
 * value.
 */
const statements: Record<string, string> = {
  'install_tokens.access_token_enc': 'UPDATE install_tokens SET access_token_enc = $2 WHERE install_id = $1',
  'install_tokens.refresh_token_enc':
    'UPDATE install_tokens SET refresh_token_enc = $2 WHERE install_id = $1',
  'webhook_secrets.current_enc': `INSERT INTO webhook_secrets (install_id, store_id, current_enc) VALUES ($1, 's', $2)
    ON CONFLICT (install_id) DO UPDATE SET current_enc = $2`,
  'webhook_secrets.previous_enc': `INSERT INTO webhook_secrets (install_id, store_id, previous_enc) VALUES ($1, 's', $2)
    ON CONFLICT (install_id) DO UPDATE SET previous_enc = $2`,
  'operations.request_enc': `INSERT INTO operations (install_id, id, kind, idempotency_key, request_enc)
    VALUES ($1, gen_random_uuid(), 'create_order', 'key', $2)`,
  'orders.note_enc': `INSERT INTO orders (install_id, id, order_number, status, payment_status, tags, total_minor,
    created_at, updated_at, header, fence, note_enc) VALUES ($1, 'o', '', '', '', '{}', 0, now(), now(), '{}', 1, $2)`,
  'bulk_items.note_enc': `WITH run AS (
      INSERT INTO bulk_runs (install_id, id, kind, input, request_hash, state, total, waiting, skipped)
      VALUES ($1, '${runId}', 'adjust_stock', '{}', 'hash', 'running', 1, 1, 0))
    INSERT INTO bulk_items (install_id, run_id, position, variant_id, delta, note_enc, operation_id, state)
    VALUES ($1, '${runId}', 0, 'v', 1, $2, gen_random_uuid(), 'waiting')`,
  'created_orders.customer_enc': `INSERT INTO created_orders (install_id, order_id, operation_id, payment_method,
    customer_enc) VALUES ($1, 'o', gen_random_uuid(), 'cod', $2)`,
  'created_orders.discount_reason_enc':
    'UPDATE created_orders SET discount_reason_enc = $2 WHERE install_id = $1',
  'order_customers.customer_enc': `INSERT INTO order_customers (install_id, order_id, customer_enc, created_at)
    VALUES ($1, 'o', $2, now())`,
  'carriers.phone_enc': `INSERT INTO carriers (install_id, id, name, match_key, phone_enc)
    VALUES ($1, gen_random_uuid(), '', 'carrier', $2)`,
  'cash_postings.note_enc': `INSERT INTO cash_postings (install_id, id, source, content_hash, note_enc)
    VALUES ($1, gen_random_uuid(), 'by_hand', '', $2)`,
  'order_links.content_enc': `INSERT INTO order_links (install_id, id, order_id, token_hash, link_enc, content_enc,
    expires_at) VALUES ($1, gen_random_uuid(), 'o', '', '', $2, now())`,
  'order_links.link_enc': 'UPDATE order_links SET link_enc = $2 WHERE install_id = $1',
  'order_links.customer_enc': 'UPDATE order_links SET customer_enc = $2 WHERE install_id = $1',
  'order_links.answer_enc': 'UPDATE order_links SET answer_enc = $2 WHERE install_id = $1',
  'delivery_sheets.note_enc': `INSERT INTO delivery_sheets (install_id, id, carrier_id, day, content_hash, note_enc)
    VALUES ($1, '${quoteId}', gen_random_uuid(), '2026-01-01', '', $2)`,
  'delivery_sheets.link_enc': 'UPDATE delivery_sheets SET link_enc = $2 WHERE install_id = $1',
  'delivery_stops.content_enc': `INSERT INTO delivery_stops (install_id, sheet_id, id, order_id, order_number, position,
    due_minor, currency, decimals, content_enc) VALUES ($1, '${quoteId}', gen_random_uuid(), 'o', '', 0, 0, 'SYP', 0, $2)`,
  'delivery_stops.reason_enc': 'UPDATE delivery_stops SET reason_enc = $2 WHERE install_id = $1',
  'cash_day_sums.reason_enc': `INSERT INTO cash_day_sums (install_id, day_id, currency, decimals, created_orders,
    created_minor, shipped_orders, shipped_minor, remitted_minor, fee_minor, written_off_minor, owed_orders,
    owed_minor, opening_minor, in_minor, out_minor, counted_minor, reason_enc)
    VALUES ($1, gen_random_uuid(), 'SYP', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, $2)`,
  'cash_day_lines.label_enc': `INSERT INTO cash_day_lines (install_id, day_id, line, currency, decimals, amount_minor,
    label_enc) VALUES ($1, gen_random_uuid(), 0, 'SYP', 0, 1, $2)`,
  'quotes.draft_enc': `INSERT INTO quotes (install_id, id, draft_enc, updated_at) VALUES ($1, '${quoteId}', $2, now())`,
  'quotes.customer_enc': 'UPDATE quotes SET customer_enc = $2 WHERE install_id = $1',
  'quotes.link_enc': 'UPDATE quotes SET link_enc = $2 WHERE install_id = $1',
  'quote_versions.content_enc': `INSERT INTO quote_versions (install_id, quote_id, version, content_enc, content_hash,
    expires_at, sent_at) VALUES ($1, '${quoteId}', 1, $2, '', now(), now())`,
  'quote_events.detail_enc': `INSERT INTO quote_events (install_id, id, quote_id, kind, version, side, detail_enc)
    VALUES ($1, gen_random_uuid(), '${quoteId}', 'sent', 1, 'staff', $2)`,
};

// Each encrypted column needs a statement in `statements`. If a new column has none, this test fails.
it('the list of statements equals the list of encrypted columns', async () => {
  const columns = (await readEncryptedColumns()).map(({ table, column }) => `${table}.${column}`);
  expect(columns.sort()).toEqual(Object.keys(statements).sort());
});

it('the doctor counts the values under a key that the ring lacks, in every encrypted column', async () => {
  for (const [column, statement] of Object.entries(statements)) {
    await world.sql.query('BEGIN; SET LOCAL row_security = on; SET LOCAL ROLE daftar_app');
    const isSystem = column.startsWith('install_tokens') || column.startsWith('webhook_secrets');
    if (isSystem) await world.sql.query('SET LOCAL ROLE daftar_system');
    await world.sql.query("SELECT set_config('daftar.install_id', $1, true)", [installId]);
    const { rowCount } = await world.sql.query(statement, [installId, sealed]);
    expect([column, rowCount]).toEqual([column, 1]);
    await world.sql.query('COMMIT');
    const { keys } = await readDoctorFacts();
    const seen = keys?.values.find((use) => use.column === column && use.ringId === 'k0');
    expect([column, seen?.values]).toEqual([column, 1]);
  }
  const findings = evaluateFacts(await readDoctorFacts(), new Date());
  expect(findings.find(({ code }) => code === 'keys_missing')?.values.names).toBe(
    `k0 (${Object.keys(statements).length})`,
  );
});

it('the doctor reports values whose data key does not exist', async () => {
  await world.system("DELETE FROM data_keys WHERE install_id = $1 AND id = 'former'", [installId]);
  const findings = evaluateFacts(await readDoctorFacts(), new Date());
  expect(findings.find(({ code }) => code === 'keys_lost')?.values).toMatchObject({
    count: Object.keys(statements).length,
  });
});
