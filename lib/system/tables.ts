/**
 * Every table, once. Tenant tables are bound by row security to one install per transaction (role daftar_app);
 * system tables cross tenants by nature and are closed to daftar_app. `shared` tenant tables are also worked by
 * daftar_system: queues and look-ups that begin before an install is known. A test holds this list against the
 * database and tries each tenant table across tenants.
 */
export const tables = {
  installs: 'shared',
  operations: 'shared',
  bulk_runs: 'shared',
  bulk_items: 'shared',
  sweeps: 'shared',
  orders: 'shared',
  order_tags: 'tenant',
  created_orders: 'tenant',
  saved_views: 'tenant',
  quotes: 'shared',
  quote_versions: 'shared',
  quote_events: 'shared',
  quote_links: 'shared',
  quote_counters: 'tenant',
  settings: 'shared',
  products: 'shared',
  variants: 'shared',
  movements: 'shared',
  discounts: 'tenant',
  stores: 'tenant',
  drifts: 'shared',
  install_tokens: 'system',
  webhook_secrets: 'system',
  oauth_states: 'system',
  sessions: 'system',
  launch_uses: 'system',
  handoffs: 'system',
  budgets: 'system',
  budget_asks: 'system',
  inbox: 'system',
  dirty_marks: 'shared',
} as const satisfies Record<string, 'tenant' | 'shared' | 'system'>;
