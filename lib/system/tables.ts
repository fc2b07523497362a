/**
 * Lists every table once. Row security limits tenant tables to one install per transaction (role daftar_app). System
 * tables cross tenants by nature, and daftar_app has no access to them. daftar_system also works on `shared` tenant
 * tables: queues, and look-ups that begin before an install is known. A test compares this list with the database and
 * tries to access each tenant table across tenants (S25).
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
  data_keys: 'system',
  install_tokens: 'system',
  webhook_secrets: 'system',
  oauth_states: 'system',
  sessions: 'system',
  launch_uses: 'system',
  handoffs: 'system',
  budgets: 'system',
  budget_requests: 'system',
  inbox: 'system',
  dirty_marks: 'shared',
} as const satisfies Record<string, 'tenant' | 'shared' | 'system'>;
