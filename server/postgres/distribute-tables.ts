import type pg from 'pg';
import { z } from 'zod';
import type { tables } from '@/lib/system/tables';

type TableName = keyof typeof tables;

/**
 * The tables that a Citus cluster distributes by install_id, so that all rows of an install are on one node
 * (docs/decisions/citus.md). Each key of such a table contains install_id. No statement joins it with a table of the
 * coordinator: under row security, Citus refuses such a join, or the server process crashes.
 */
export const distributedTables = [
  'movements',
  'discounts',
  'stores',
  'saved_views',
  'quote_counters',
  'products',
  'variants',
] as const satisfies TableName[];

/**
 * The SQL functions that statements on these tables call. Citus sends such a statement to a node, so the node needs the
 * function. Citus creates a function there only if a table needs it, or if the node existed when the function was
 * created.
 */
const functionsOnNodes = [
  'availability_rank(text)',
  'fold_tag(text)',
  'is_forward(timestamptz, bigint, timestamptz, bigint)',
  'may_replace(timestamptz, timestamptz, bigint, timestamptz, bigint)',
  'trigram_key(text)',
];

const reasons = {
  claimed: 'workers claim rows of all installs',
  due: 'workers claim rows of all installs, and a trigger writes due_installs',
  ledger: 'a trigger writes ledger_marks',
  beforeInstall: 'it is read before the install is known',
  purged: 'a purge claims rows of all installs',
  cash: 'a trigger of orders writes it, or it is joined with such a table',
  orders: 'its triggers, and statements that join it with tables of the coordinator or with functions',
  joinedWithOrders: 'it is joined with orders',
  joinedWithQuotes: 'it is joined with quotes, or a trigger of quotes reads it',
  joinedWithSettings: 'it is joined with tables of the coordinator',
  budget: 'the function of the request budget locks and reads it at each request',
};

/** The tables that stay on the coordinator of a Citus cluster, with the reason. */
export const coordinatorTables = {
  installs: reasons.ledger,
  operations: reasons.due,
  bulk_runs: reasons.due,
  bulk_items: reasons.claimed,
  sweeps: reasons.due,
  orders: reasons.orders,
  order_tags: reasons.joinedWithOrders,
  created_orders: reasons.joinedWithOrders,
  order_customers: reasons.purged,
  quotes: reasons.claimed,
  quote_versions: reasons.joinedWithQuotes,
  quote_events: reasons.joinedWithQuotes,
  quote_links: reasons.joinedWithQuotes,
  order_links: reasons.purged,
  exchange_rates: reasons.joinedWithQuotes,
  carriers: reasons.cash,
  cash_orders: reasons.cash,
  cash_postings: reasons.cash,
  cash_entries: reasons.cash,
  delivery_sheets: reasons.purged,
  delivery_stops: reasons.purged,
  cash_days: reasons.cash,
  cash_day_sums: reasons.cash,
  cash_day_lines: reasons.cash,
  settings: reasons.joinedWithSettings,
  staff_roles: reasons.joinedWithSettings,
  drifts: reasons.purged,
  data_keys: reasons.ledger,
  install_tokens: reasons.ledger,
  webhook_secrets: reasons.ledger,
  ledger_marks: reasons.claimed,
  ledger_state: reasons.beforeInstall,
  oauth_states: reasons.beforeInstall,
  sessions: reasons.beforeInstall,
  launch_uses: reasons.beforeInstall,
  handoffs: reasons.beforeInstall,
  static_files: reasons.beforeInstall,
  budgets: reasons.budget,
  budget_requests: reasons.budget,
  inbox: reasons.claimed,
  inbox_bodies: reasons.claimed,
  dirty_marks: reasons.due,
  due_installs: reasons.claimed,
} as const satisfies Record<Exclude<TableName, (typeof distributedTables)[number]>, string>;

/**
 * Distributes `distributedTables` if the database is a Citus cluster: it has the extension, and a node besides the
 * coordinator. A table that is already distributed does not change, so each run of `npm run migrate` calls this
 * function. Returns the names of the tables that it distributed.
 *
 * Throws if the roles daftar_app and daftar_system may not log in on each node. The coordinator connects to the other
 * nodes with the role of the transaction, so that row security applies there.
 */
export async function distributeTables(client: pg.Client): Promise<string[]> {
  if (!(await isCluster(client))) return [];
  await checkRoles(client);
  for (const name of functionsOnNodes)
    await client.query(
      `SELECT create_distributed_function(f) FROM (SELECT $1::regprocedure) AS called (f) WHERE NOT EXISTS (
         SELECT FROM pg_catalog.pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = f)`,
      [`public.${name}`],
    );
  const { rows } = await client.query(
    `SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition WHERE partmethod = 'h'`,
  );
  const present = new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name),
  );
  const pending = distributedTables.filter((name) => !present.has(name));
  for (const name of pending) await distributeTable(client, name);
  return pending;
}

/**
 * Distributes one table with its rows. Citus copies the rows with COPY, which PostgreSQL refuses under row security. So
 * row security does not apply to the owner of the table until the transaction ends. No other connection sees this.
 */
async function distributeTable(client: pg.Client, name: (typeof distributedTables)[number]): Promise<void> {
  const table = `public.${name}`;
  const [first] = distributedTables;
  await client.query('BEGIN');
  try {
    await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    await client.query(`SELECT create_distributed_table($1, 'install_id', colocate_with => $2)`, [
      table,
      name === first ? 'none' : `public.${first}`,
    ]);
    // The old rows are still on the disk of the coordinator, but no statement reads them.
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
    await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function isCluster(client: pg.Client): Promise<boolean> {
  const extension = await client.query(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  if (extension.rows.length === 0) return false;
  const nodes = await client.query('SELECT 1 FROM pg_dist_node WHERE groupid <> 0');
  return nodes.rows.length > 0;
}

const Nodes = z.array(z.object({ node: z.string() }));

async function checkRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT n.nodename || ':' || n.nodeport AS node FROM run_command_on_all_nodes(
       $$SELECT count(*) FROM pg_roles WHERE rolname IN ('daftar_app', 'daftar_system') AND rolcanlogin$$) r
     JOIN pg_dist_node n USING (nodeid) WHERE r.result IS DISTINCT FROM '2' ORDER BY 1`,
  );
  const nodes = Nodes.parse(rows).map(({ node }) => node);
  if (nodes.length === 0) return;
  throw new Error(
    `The roles daftar_app and daftar_system cannot log in on these nodes of the Citus cluster: ${nodes.join(', ')}. ` +
      'Run on each node as an administrator, then run npm run migrate again:\n' +
      '  ALTER ROLE daftar_app LOGIN;\n  ALTER ROLE daftar_system LOGIN;',
  );
}
