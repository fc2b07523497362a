import { createHmac, timingSafeEqual } from 'node:crypto';
import pg from 'pg';

/**
 * The simplest webhook receiver in Next: a route that verifies each delivery and inserts one row.
 * tests/bench/webhooks.ts compares the app's receiver with it.
 */
const pool = new pg.Pool({ connectionString: process.env.PGURL, max: 10 });
const text =
  'INSERT INTO inbox (id, install_id, topic, sequence, occurred_at, raw) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING';

export async function POST(request) {
  const raw = Buffer.from(await request.arrayBuffer());
  if (!isSigned(request.headers, raw)) return Response.json({ code: 'bad_signature' }, { status: 401 });
  const body = raw.toString('utf8');
  const { id, install_id, topic, sequence, occurred_at } = JSON.parse(body);
  await pool.query({ name: 'insert', text, values: [id, install_id, topic, sequence, occurred_at, body] });
  return Response.json({ code: 'stored' });
}

function isSigned(headers, raw) {
  const timestamp = headers.get('x-platform-timestamp') ?? '';
  const signature = Buffer.from(headers.get('x-platform-hmac-sha256') ?? '', 'hex');
  if (signature.length !== 32 || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const mac = createHmac('sha256', process.env.SECRET).update(timestamp).update('.').update(raw).digest();
  return timingSafeEqual(mac, signature);
}
