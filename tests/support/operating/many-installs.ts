/** Runs one SQL statement as daftar_system. */
type System = (text: string, values: unknown[]) => Promise<object[]>;

/**
 * Stores `count` healthy installs in the database, without the platform. Each install is connected, and has an active
 * subscription and a schedule for every sweep (a read of a whole list). Each install also has the usual work of a
 * healthy store: a new event, a due dirty mark (a record to read), a due sweep and a write in progress. Ended writes
 * and an event of an unknown topic are stored too. Returns the install ids.
 */
export async function storeManyInstalls(system: System, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `inst_many_${String(index).padStart(5, '0')}`);
  for (const statement of statements) await system(statement, [ids]);
  return ids;
}

const scopes = `ARRAY['orders:read', 'products:read', 'inventory:read', 'discounts:read']`;

const statements = [
  `INSERT INTO installs (install_id, store_id, app_id, status, granted_scopes, effective_scopes, store_name, store_slug,
     currency, decimals, locale, timezone, country, is_development, installed_at, read_at)
   SELECT id, 'store_' || id, 'app', 'active', ${scopes}, ${scopes}, 'Store', 'store', 'SYP', 0, 'ar', 'Asia/Damascus',
     'SY', false, now() - interval '30 days', now() FROM unnest($1::text[]) id`,
  `INSERT INTO install_tokens (install_id, access_token_enc, refresh_token_enc, obtained_at, expires_at,
     installation_due_at)
   SELECT id, 'none', 'none', now(), now() + interval '1 day', now() + interval '1 hour' FROM unnest($1::text[]) id`,
  `INSERT INTO webhook_secrets (install_id, store_id, subscription_id, status, checked_at)
   SELECT id, 'store_' || id, 'sub_' || id, 'active', now() FROM unnest($1::text[]) id`,
  `INSERT INTO sweeps (install_id, resource, kind, due_at, ended_at)
   SELECT id, resource, kind, now() + interval '10 minutes', now() FROM unnest($1::text[]) id
   CROSS JOIN (VALUES ('orders', 'full'), ('orders', 'updated'), ('orders', 'created'), ('orders', 'details'),
     ('orders', 'sample'), ('products', 'full'), ('products', 'updated'), ('products', 'sample'), ('movements', 'full'),
     ('movements', 'updated'), ('discounts', 'full'), ('store', 'full')) AS s (resource, kind)`,
  `UPDATE sweeps SET due_at = now() - interval '1 second' WHERE install_id = ANY ($1) AND resource = 'store'`,
  `INSERT INTO inbox (install_id, event_id, topic, state, kind, entity_id)
   SELECT id, 'evt_new', 'order.created', 'stored', 'order', 'ord_1' FROM unnest($1::text[]) id`,
  `INSERT INTO inbox (install_id, event_id, topic, state, reason)
   SELECT id, 'evt_unknown', 'cart.created', 'quarantined', 'unknown topic cart.created' FROM unnest($1::text[]) id`,
  `INSERT INTO dirty_marks (install_id, kind, entity_id, mark)
   SELECT id, 'order', 'ord_1', nextval('mark_seq') FROM unnest($1::text[]) id
   -- A running worker may have applied the event already.
   ON CONFLICT DO NOTHING`,
  `INSERT INTO operations (install_id, id, kind, state, idempotency_key, created_at, ended_at)
   SELECT id, gen_random_uuid(), 'create_order', 'succeeded', 'key', now() - n * interval '1 minute', now()
   FROM unnest($1::text[]) id, generate_series(1, 20) n`,
  `INSERT INTO operations (install_id, id, kind, state, idempotency_key, lease_until, next_attempt_at)
   SELECT id, gen_random_uuid(), 'create_order', 'sending', 'key', now() + interval '30 seconds',
     now() + interval '30 seconds' FROM unnest($1::text[]) id`,
];

/**
 * The SQL statements that cause problems. Each key is the name of a problem (lib/ops/find-problems.ts), and every
 * problem that a store can have has one statement. $1 is the install id.
 */
export const breakInstall = {
  reconnect_needed: `UPDATE install_tokens SET state = 'reconnect' WHERE install_id = $1`,
  webhook_refused: `WITH token AS (UPDATE install_tokens SET finish_failing_since = now() - interval '1 hour',
      finish_error = 'PUT /webhooks: 400 invalid_request' WHERE install_id = $1)
    UPDATE webhook_secrets SET checked_at = NULL WHERE install_id = $1`,
  setup_failing: `UPDATE install_tokens SET finish_failing_since = now() - interval '1 hour' WHERE install_id = $1`,
  events_quarantined: `INSERT INTO inbox (install_id, event_id, topic, state, reason)
    VALUES ($1, 'evt_bad', 'unknown', 'quarantined', 'not JSON')`,
  events_waiting: `UPDATE inbox SET received_at = now() - interval '10 minutes' WHERE install_id = $1 AND state = 'stored'`,
  reads_behind: `UPDATE dirty_marks SET next_attempt_at = now() - interval '1 hour' WHERE install_id = $1`,
  sweep_overdue: `UPDATE sweeps SET failures = 20, last_error = 'bad_answer' WHERE install_id = $1 AND resource = 'orders'
    AND kind = 'updated'`,
  operation_unsettled: `UPDATE operations SET state = 'unknown', created_at = now() - interval '3 hours'
    WHERE install_id = $1 AND ended_at IS NULL`,
  operation_needs_review: `INSERT INTO operations (install_id, id, kind, state, idempotency_key, ended_at)
    VALUES ($1, gen_random_uuid(), 'create_refund', 'needs_review', 'key', now())`,
  budget_blocked: `INSERT INTO budgets (install_id, blocked_until)
    VALUES ($1, (extract(epoch FROM now()) * 1000)::bigint + 3600000)`,
  erasure_overdue: `WITH unread AS (DELETE FROM dirty_marks WHERE install_id = $1),
      unsent AS (DELETE FROM operations WHERE install_id = $1 AND ended_at IS NULL)
    UPDATE installs SET revoked_at = now() - interval '3 days', status = 'revoked' WHERE install_id = $1`,
};
