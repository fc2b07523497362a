import 'server-only';
import { type ConnectionFacts, decideConnection } from '@/lib/mirror/health/decide-next-step';
import type { Connection } from '@/lib/shared/live/connection';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * Reads the state of the connection between the app and the store. The read is one short query, because each open page
 * makes it every 25 s.
 *
 * A new install without a subscription counts as `ok`, because its subscription is created in its first minute. If only
 * some webhook topics are missing in the subscription, the state is still `ok`, because all other changes arrive. The
 * connection screen reports the missing topics (MissingTopics).
 */
export async function readConnection(installId: InstallId): Promise<Connection> {
  const [facts] = await systemQuery<ConnectionFacts>(
    `SELECT i.paused_at IS NOT NULL AS "isPaused", t.state IS DISTINCT FROM 'active' AS "needsReconnect",
       coalesce(w.status NOT IN ('none', 'active'), false) AS "areUpdatesOff",
       (SELECT coalesce(json_agg(json_build_object('failures', s.failures, 'errorCode', s.last_error)), '[]')
        FROM sweeps s WHERE s.install_id = i.install_id AND s.failures > 0) AS sweeps
     FROM installs i LEFT JOIN install_tokens t USING (install_id) LEFT JOIN webhook_secrets w USING (install_id)
     WHERE i.install_id = $1`,
    [installId],
  );
  return facts ? decideConnection(facts) : 'ok';
}
