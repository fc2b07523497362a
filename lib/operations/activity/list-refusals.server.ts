import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Refusals are searched among this many operations that ended last. The read uses an index, however many operations
 * there are.
 */
const lookedThroughMax = 500;

/** Results of the refused operations of a kind, among the operations of the install that ended last. */
export async function listRefusals(tx: Tx, installId: InstallId, kind: string): Promise<unknown[]> {
  const rows = await tx.$queryRaw<{ result: unknown }[]>`
    SELECT result FROM (
      SELECT kind, state, result FROM operations WHERE install_id = ${installId} AND ended_at IS NOT NULL
      ORDER BY ended_at DESC LIMIT ${lookedThroughMax}
    ) last WHERE kind = ${kind} AND state = 'refused'`;
  return rows.map(({ result }) => result);
}
