import 'server-only';
import { systemQuery } from '@/lib/system/db';

const batch = 500;

/**
 * Applies stored events. Each event marks its entity dirty, requests a sweep, or is written to the stock ledger. The
 * same transaction records the event as applied. Returns the number of events. Several processes may run this at the
 * same time.
 */
export async function applyEvents(): Promise<number> {
  const [row] = await systemQuery<{ applied: number }>('SELECT apply_events($1) AS applied', [batch]);
  return row?.applied ?? 0;
}
