/**
 * List of all database tables.
 *
 * - Tenant tables: row security limits a transaction with the role daftar_app to the rows of one install.
 * - Tenant tables marked `shared`: the role daftar_system also has access. This access is needed for queues, for
 *   look-ups that begin before the install is known, for the deletion of old data and for the search functions.
 * - System tables have rows of all tenants, and daftar_app has no access to them.
 *
 * A test compares this list with the database and tries to read each tenant table as another tenant (S25).
 */
export const tables = {
  installs: 'shared',
  operations: 'shared',
  bulk_runs: 'shared',
  bulk_items: 'shared',
  sweeps: 'shared',
  orders: 'shared',
  order_tags: 'tenant',
  created_orders: 'shared',
  order_customers: 'shared',
  saved_views: 'tenant',
  quotes: 'shared',
  quote_versions: 'shared',
  quote_events: 'shared',
  quote_links: 'shared',
  quote_counters: 'tenant',
  order_links: 'shared',
  exchange_rates: 'tenant',
  carriers: 'shared',
  cash_orders: 'tenant',
  cash_postings: 'shared',
  cash_entries: 'tenant',
  delivery_sheets: 'shared',
  delivery_stops: 'shared',
  cash_days: 'tenant',
  cash_day_sums: 'shared',
  cash_day_lines: 'shared',
  settings: 'shared',
  staff_roles: 'shared',
  products: 'shared',
  variants: 'shared',
  movements: 'shared',
  discounts: 'tenant',
  stores: 'tenant',
  drifts: 'shared',
  data_keys: 'system',
  install_tokens: 'system',
  webhook_secrets: 'system',
  ledger_marks: 'system',
  ledger_state: 'system',
  oauth_states: 'system',
  sessions: 'system',
  launch_uses: 'system',
  handoffs: 'system',
  static_files: 'system',
  budgets: 'system',
  budget_requests: 'system',
  inbox: 'system',
  inbox_bodies: 'system',
  dirty_marks: 'shared',
  due_installs: 'shared',
} as const satisfies Record<string, 'tenant' | 'shared' | 'system'>;
