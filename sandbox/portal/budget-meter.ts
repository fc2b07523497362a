import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import { requestsPerMinute, writesPerMinute } from '@/sandbox/domain/budgets';
import type { AuditRow } from '@/sandbox/http/audit-trail';

/** platform: Limits. Per install and minute. */
export const budgetOf = { requests: requestsPerMinute, writes: writesPerMinute };

/**
 * The budget that an install spent within the window: every call with its token, except calls refused with 429 or
 * stopped by a fault.
 */
export function spentBy(rows: AuditRow[], nowMs: number): { requests: number; writes: number } {
  const since = new Date(nowMs - budgetWindowSeconds * 1000).toISOString();
  const spent = { requests: 0, writes: 0 };
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (!row || row.at <= since) break;
    // A fault stopped the call before it was counted.
    if (row.status === 429 || row.fault === 'status' || row.fault === 'drop_request') continue;
    spent.requests++;
    if (row.method !== 'GET' && row.method !== 'HEAD') spent.writes++;
  }
  return spent;
}
