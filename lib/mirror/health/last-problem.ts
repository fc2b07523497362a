import type { QuarantineKind } from '@/lib/mirror/health/quarantine-kind';
import type { SyncView } from '@/lib/mirror/health/sync-view';

/**
 * The last problem between the app and the store. `failing`: the last read of a resource failed and will be retried.
 * `ignored`: an update that arrived at the time `at` (RFC 3339), in the last 7 days, could not be used.
 */
export type LastProblem =
  | { code: 'failing'; resource: string }
  | { code: 'ignored'; kind: QuarantineKind; at: string };

/**
 * Returns the last problem of the mirror (our copy of the platform's data); null if there was none. A read that is
 * failing now is returned before an update that was ignored. A test event on a real store is not a problem, because it
 * reports no change.
 */
export function lastProblem({
  sweeps,
  quarantined,
}: Pick<SyncView, 'sweeps' | 'quarantined'>): LastProblem | null {
  const failing = sweeps.find(({ state }) => state === 'failing');
  if (failing) return { code: 'failing', resource: failing.resource };
  const [newest] = quarantined
    .filter(({ kind }) => kind !== 'test_on_real_store')
    .sort((one, other) => Date.parse(other.newestAt) - Date.parse(one.newestAt));
  return newest ? { code: 'ignored', kind: newest.kind, at: newest.newestAt } : null;
}
