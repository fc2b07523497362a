import 'server-only';
import { systemQuery } from '@/lib/system/db';

const batch = 500;

/**
 * Applies stored events: each marks its entity dirty, asks for a sweep, or is taken into the ledger, in the
 * transaction that says so of it. Answers how many; several processes may do this at once (mirror, shape).
 */
export async function applyEvents(): Promise<number> {
  const [row] = await systemQuery<{ applied: number }>('SELECT apply_events($1) AS applied', [batch]);
  return row?.applied ?? 0;
}
