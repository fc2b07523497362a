import type { AppWorld } from '@/tests/support/integration/app-world';
import { eventually } from '@/tests/support/stack/eventually';

/** Waits until exactly `count` transactions of the test's database wait for a lock that another transaction holds. */
export async function transactionsWait(world: Pick<AppWorld, 'system'>, count: number): Promise<void> {
  await eventually(`${count} transactions wait for a lock`, async () => {
    const rows = await world.system(
      `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND datname = current_database()`,
    );
    return rows.length === count;
  });
}
