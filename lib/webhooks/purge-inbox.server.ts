import 'server-only';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

const bodyDays = 7;
/** Why it could not be read is looked into by a person. */
const quarantinedBodyDays = 30;
/** The platform sends an event again for up to 30 days, and it must be known then (mirror M3). */
const rowDays = 35;

/** Empties what events said, once nobody asks for it any more. Answers how many. */
export async function purgeEventBodies(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE inbox i SET body = NULL, movement = NULL FROM (
          SELECT install_id, event_id FROM inbox
          -- One that is yet to be applied is kept whole.
          WHERE body IS NOT NULL AND state NOT IN ('stored', 'quarantined') AND received_at < now() - ${bodyDays} * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (i.install_id, i.event_id) = (old.install_id, old.event_id)`,
    ),
  );
}

/** The same of those that could not be read. */
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

/** Removes events that the platform does not send again. Answers how many. */
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
