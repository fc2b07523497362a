import type { AppWorld } from '@/tests/support/integration/app-world';

/**
 * Returns all rows that a webhook delivery could have written to the database, as one text for comparison.
 */
export async function written(world: AppWorld): Promise<string> {
  const rows = await world.system(
    `SELECT (SELECT json_agg(i ORDER BY install_id, event_id) FROM inbox i)::text AS inbox,
            (SELECT json_agg(b ORDER BY install_id, event_id) FROM inbox_bodies b)::text AS bodies,
            (SELECT json_agg(d ORDER BY install_id, kind, entity_id) FROM dirty_marks d)::text AS marks`,
  );
  return JSON.stringify(rows);
}

/** Returns the rows of the inbox (the table of received webhook deliveries) for an install, oldest first. */
export const inboxOf = (world: AppWorld, installId: string) =>
  world.system<{ event_id: string; topic: string; state: string; reason: string | null }>(
    'SELECT event_id, topic, state, reason FROM inbox WHERE install_id = $1 ORDER BY received_at, event_id',
    [installId],
  );

/**
 * Returns the dirty marks of an install. A dirty mark is a row about a record that has changed and that the worker must
 * read.
 */
export const marksOf = (world: AppWorld, installId: string) =>
  world.system<{ kind: string; entity_id: string; mark: string; lease_until: Date | null }>(
    'SELECT kind, entity_id, mark, lease_until FROM dirty_marks WHERE install_id = $1',
    [installId],
  );
