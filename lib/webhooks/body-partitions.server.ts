import 'server-only';
import { withSystem } from '@/lib/system/db';

/**
 * Number of days for which partitions are created in advance. An event that is applied today may need the partition of
 * one of the next eight days (apply_events). Three more days are a reserve, in case no worker runs. If no worker runs
 * for longer, apply_events creates the missing partitions.
 */
const daysAhead = 8 + 3;

/**
 * Creates the missing partitions of the table inbox_bodies for the next days. Returns the number of created partitions.
 * Several processes may call this function at the same time, and a second call changes nothing.
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
 * Creates the partitions of the table inbox_bodies for the next days. Then drops the partitions whose bodies have been
 * stored long enough (S20). Returns the number of dropped partitions. Each partition is dropped in a transaction of its
 * own, so after a crash the next call continues. Throws if another transaction, such as a backup, locks the table for
 * more than 150 ms.
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
