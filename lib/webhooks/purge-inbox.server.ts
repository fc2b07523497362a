import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

const bodyDays = 7;
/**
 * Days for which the bodies of quarantined events (stored, but not applied) are stored. A person needs this time to
 * find out why an event could not be used. The bodies of applied events are deleted earlier.
 */
const quarantinedBodyDays = 30;
/**
 * Days for which rows of events are stored. The platform may send an event again for up to 30 days. If its row did not
 * exist any more, the event would be applied twice (M3).
 */
const rowDays = 35;

/**
 * Deletes the bodies of applied events from the table inbox if they are no longer needed (S20). Returns the number of
 * events. Only events that an earlier release applied still have a body there, because the bodies are now in the table
 * inbox_bodies.
 */
export async function purgeEventBodies(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL FROM (
          SELECT install_id, event_id FROM inbox
          -- An event that is not applied yet keeps its body.
          WHERE body IS NOT NULL AND state NOT IN ('stored', 'quarantined') AND received_at < now() - ${bodyDays} * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
}

/**
 * Deletes the bodies of old events that were quarantined, which means stored but not applied (S20). Returns the number
 * of events.
 */
export async function purgeQuarantinedBodies(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL FROM (
          SELECT install_id, event_id FROM inbox
          WHERE state = 'quarantined' AND body IS NOT NULL
            AND received_at < now() - ${quarantinedBodyDays} * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
}

/** Deletes the rows of events that the platform no longer sends again. Returns the number of events. */
export async function purgeEvents(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM inbox i USING (
          SELECT install_id, event_id FROM inbox WHERE received_at < now() - ${rowDays} * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
}
