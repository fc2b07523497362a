import 'server-only';
import { systemQuery } from '@/lib/system/db';

const batch = 500;

/**
 * Applies the stored events of the inbox. An event marks its entity as dirty, requests a sweep, or is written to the
 * stock ledger of the mirror. The same transaction records that the event was applied. Returns the number of events.
 * Several processes may call this at the same time.
 */
export async function applyEvents(): Promise<number> {
  const [row] = await systemQuery<{ applied: number }>('SELECT apply_events($1) AS applied', [batch]);
  return row?.applied ?? 0;
}
