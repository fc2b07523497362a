import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Refusals are searched in this number of operations (writes to the platform): those that have ended most
 * recently. The query uses an index, so it is fast even if many operations are stored.
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
