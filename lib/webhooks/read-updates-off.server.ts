import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * Returns true if changes in the store do not reach open screens as they happen. There are three reasons:
 *
 * - The install is paused (`npm run ops`).
 * - A user has deleted the webhook subscription.
 * - The platform has stopped the deliveries of the subscription (A15).
 *
 * For a new install without a subscription, the result is false, because its subscription is created in its first
 * minute. Single topics that are missing do not count, because all other changes arrive; the connection screen reports
 * them (MissingTopics).
 */
export async function readUpdatesOff(installId: InstallId): Promise<boolean> {
  const [row] = await systemQuery<{ isOff: boolean }>(
    `SELECT i.paused_at IS NOT NULL OR coalesce(w.status NOT IN ('none', 'active'), false) AS "isOff"
     FROM installs i LEFT JOIN webhook_secrets w USING (install_id) WHERE i.install_id = $1`,
    [installId],
  );
  return row?.isOff ?? false;
}
