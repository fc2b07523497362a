import 'server-only';
import { installClient } from '@/lib/installs/install-client.server';
import type { InstallId } from '@/lib/shared/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';

/** Two workers finishing one install at once would rotate each other's secret: the claim lasts this long, or until it is done. */
const claimMs = 60_000;

type Unfinished = { installId: InstallId; effectiveScopes: string[]; claimedUntil: Date };

/**
 * Puts the webhook subscription in place and reads the store's facts, for each install that was granted and lacks
 * them. Kept out of the OAuth callback, so that a merchant never waits on it and a crash never loses it.
 */
export async function finishInstalls(): Promise<boolean> {
  const install = await claimUnfinished();
  if (!install) return false;
  const { installId, effectiveScopes } = install;
  try {
    const platform = installClient(installId, 'background');
    await ensureSubscription({ installId, scopes: new Set(effectiveScopes) }, platform);
    await refreshStore(installId, platform);
    await release(install);
  } catch (error) {
    log.warn(
      { error, installId },
      'the install could not be finished; the claim runs out and it is tried again',
    );
  }
  return true;
}

async function claimUnfinished(): Promise<Unfinished | null> {
  const rows = await withSystem(
    (tx) => tx.$queryRaw<Unfinished[]>`
      UPDATE install_tokens t SET finish_claimed_until = now() + ${claimMs} * interval '1 ms'
      FROM (
        SELECT t.install_id, i.effective_scopes FROM install_tokens t
        JOIN installs i ON i.install_id = t.install_id
        LEFT JOIN webhook_secrets w ON w.install_id = t.install_id
        WHERE t.state <> 'reconnect' AND i.revoked_at IS NULL
          -- Or a secret was asked for and never came, and nothing asks for it any more.
          AND (w.checked_at IS NULL OR (w.pending_since < now() - interval '1 minute' AND NOT EXISTS (
            SELECT FROM operations o
            WHERE o.install_id = t.install_id AND o.kind = 'put_webhook' AND o.ended_at IS NULL)))
          AND (t.finish_claimed_until IS NULL OR t.finish_claimed_until < now())
        -- One that fails again and again goes behind the others.
        ORDER BY t.finish_claimed_until NULLS FIRST LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) due
      WHERE t.install_id = due.install_id
      RETURNING t.install_id AS "installId", due.effective_scopes AS "effectiveScopes",
        t.finish_claimed_until AS "claimedUntil"`,
  );
  return rows[0] ?? null;
}

/** Finished: what is granted next is put in place at once. A claim that ran out meanwhile may be another's by now. */
async function release({ installId, claimedUntil: finishClaimedUntil }: Unfinished): Promise<void> {
  await withSystem((tx) =>
    tx.installToken.updateMany({
      where: { installId, finishClaimedUntil },
      data: { finishClaimedUntil: null },
    }),
  );
}
