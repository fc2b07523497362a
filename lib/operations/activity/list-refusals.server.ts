import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/** Among so many that ended last refusals are looked for: a read by an index, however many there are. */
const lookedThroughMax = 500;

/** Results of the operations of a kind that were refused, among the last that ended in the install. */
export async function listRefusals(tx: Tx, installId: InstallId, kind: string): Promise<unknown[]> {
  const rows = await tx.$queryRaw<{ result: unknown }[]>`
    SELECT result FROM (
      SELECT kind, state, result FROM operations WHERE install_id = ${installId} AND ended_at IS NOT NULL
      ORDER BY ended_at DESC LIMIT ${lookedThroughMax}
    ) last WHERE kind = ${kind} AND state = 'refused'`;
  return rows.map(({ result }) => result);
}
