import 'server-only';
import { withSystem } from '@/lib/system/db';

/**
 * Last day after today for which partitions are created. Events that are applied today need the next eight days
 * (apply_events). Three more are created in advance. If no worker runs for longer, apply_events creates the missing ones.
 */
const daysAhead = 8 + 3;

/**
 * Creates the missing partitions of the table inbox_bodies for the next days. Returns the number of created partitions.
 * Safe to repeat, even in several processes at the same time.
 */
export async function createBodyPartitions(): Promise<number> {
  const [row] = await withSystem(
    (tx) => tx.$queryRaw<{ created: number }[]>`
      SELECT count(*) FILTER (WHERE create_body_partition((now() AT TIME ZONE 'UTC')::date + ahead))::int AS created
      FROM generate_series(1, ${daysAhead}::int) AS ahead`,
  );
  return row?.created ?? 0;
}

/**
 * Creates the partitions of the table inbox_bodies for the next days, and drops the partitions whose bodies are past
 * their limit (S20). Returns the number of dropped partitions. Each is dropped in a transaction of its own, so after a
 * crash the next call continues. Throws if another transaction, such as a backup, holds the table for more than 150 ms.
 */
export async function renewBodyPartitions(): Promise<number> {
  await createBodyPartitions();
  for (let dropped = 0; ; dropped++) {
    const [row] = await withSystem(
      (tx) => tx.$queryRaw<{ day: Date | null }[]>`SELECT drop_body_partition() AS day`,
    );
    if (!row?.day) return dropped;
  }
}
