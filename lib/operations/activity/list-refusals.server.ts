import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Maximum number of ended operations (writes to the platform) in which refusals are searched, the last ended first. The
 * query uses an index, so it is fast even if many operations are stored.
 */
const lookedThroughMax = 500;

/**
 * Returns the results of the refused operations of one kind. Only the `lookedThroughMax` operations that
 * ended most recently are searched.
 */
export async function listRefusals(tx: Tx, installId: InstallId, kind: string): Promise<unknown[]> {
  const rows = await tx.$queryRaw<{ result: unknown }[]>`
    SELECT result FROM (
      SELECT kind, state, result FROM operations WHERE install_id = ${installId} AND ended_at IS NOT NULL
      ORDER BY ended_at DESC LIMIT ${lookedThroughMax}
    ) last WHERE kind = ${kind} AND state = 'refused'`;
  return rows.map(({ result }) => result);
}
