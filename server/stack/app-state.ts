import pg from 'pg';
import type { AppState } from '@/sandbox/tour/tour-host';

/**
 * The statements that read what the tour shows of one install ($1). They select ids, kinds, states, counts and times,
 * but no personal data. At most five rows of each table are read.
 */
const statements = {
  installs: 'SELECT status FROM installs WHERE install_id = $1',
  operations: `SELECT kind, state, attempts, idempotency_key AS key,
      to_char(lease_until AT TIME ZONE 'UTC', 'HH24:MI:SS"Z"') AS lease
    FROM operations WHERE install_id = $1 ORDER BY created_at DESC, id DESC LIMIT 5`,
  inbox: `SELECT topic, state, entity_id AS entity
    FROM inbox WHERE install_id = $1 ORDER BY received_at DESC, event_id LIMIT 5`,
  marks: `SELECT kind, entity_id AS entity, attempts
    FROM dirty_marks WHERE install_id = $1 ORDER BY mark DESC LIMIT 5`,
  orders: `SELECT id, order_number AS number, status, fence::text AS fence
    FROM orders WHERE install_id = $1 ORDER BY created_at DESC, id DESC LIMIT 5`,
};

type Rows = Omit<AppState, 'pid' | 'status'>;

/**
 * Reads what the app has stored about one install, for the tour. The transaction is read-only and has the role
 * daftar_system, like `npm run db`.
 */
export async function readAppState(databaseUrl: string, installId: string): Promise<Omit<AppState, 'pid'>> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    application_name: 'daftar-tour',
  });
  try {
    await client.connect();
    await client.query('BEGIN READ ONLY; SET LOCAL ROLE daftar_system');
    const read = async <Row extends object>(text: string) =>
      (await client.query<Row>(text, [installId])).rows;
    const [install] = await read<{ status: string }>(statements.installs);
    return {
      status: install?.status ?? null,
      operations: await read<Rows['operations'][number]>(statements.operations),
      inbox: await read<Rows['inbox'][number]>(statements.inbox),
      marks: await read<Rows['marks'][number]>(statements.marks),
      orders: await read<Rows['orders'][number]>(statements.orders),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}
