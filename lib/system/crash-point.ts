import { env } from '@/lib/system/env';

/**
 * Crash point for tests: kills this process with SIGKILL, as a power cut would. It acts only if DAFTAR_MODE is test and
 * CRASH_POINT is `name`.
 */
export function crashPoint(name: CrashPoint): void {
  if (env().DAFTAR_MODE === 'test' && env().CRASH_POINT === name) process.kill(process.pid, 'SIGKILL');
}

/**
 * Names of the crash points. `turn.claimed.QUEUE` and `turn.ended.QUEUE` are in the transaction that claims work of a
 * queue from the ready list (the table of the installs with waiting work). A crash at these two points rolls back the
 * claim.
 */
export type CrashPoint =
  | `turn.${'claimed' | 'ended'}.${string}`
  | 'operation.recorded'
  | 'operation.claimed'
  | 'operation.sending'
  | 'operation.answered'
  | 'operation.ending'
  | 'bulk.claiming'
  | 'bulk.settling'
  | 'refresh.before_send'
  | 'refresh.before_store'
  | 'subscription.before_put'
  | 'subscription.before_store'
  | 'sweep.before_store'
  | 'mark.before_store'
  | 'import.taken'
  | 'import.given'
  | 'quote.renewed';
