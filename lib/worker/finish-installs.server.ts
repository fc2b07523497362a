import 'server-only';
import { installClient } from '@/lib/installs/install-client.server';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';

/**
 * Maximum duration of a claim on an install. A successful setup ends the claim earlier. The claim prevents that two
 * workers set up one install at the same time and replace each other's webhook secret.
 */
const claimMs = 60_000;

type Unfinished = { installId: InstallId; effectiveScopes: string[]; claimedUntil: Date };

/**
 * Sets up one install after a grant: creates the webhook subscription and reads the store data. Returns false if no
 * install is due. The worker does this, and not the OAuth callback, for two reasons: the merchant need not wait, and a
 * crash of the process does not prevent the setup.
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
    log.warn({ error, installId }, 'install setup failed; the claim expires and setup is retried');
    await recordFailure(installId, error);
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
        WHERE t.state <> 'reconnect' AND i.revoked_at IS NULL AND i.paused_at IS NULL
          -- An install is due if its subscription was not checked since the last grant. It is also due if a secret was
          -- requested more than a minute ago and did not arrive, and no open operation requests one.
          AND (w.checked_at IS NULL OR (w.pending_since < now() - interval '1 minute' AND NOT EXISTS (
            SELECT FROM operations o
            WHERE o.install_id = t.install_id AND o.kind = 'put_webhook' AND o.ended_at IS NULL)))
          AND (t.finish_claimed_until IS NULL OR t.finish_claimed_until < now())
        -- Installs without an earlier attempt are first, so an install that fails repeatedly does not delay the others.
        ORDER BY t.finish_claimed_until NULLS FIRST LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) due
      WHERE t.install_id = due.install_id
      RETURNING t.install_id AS "installId", due.effective_scopes AS "effectiveScopes",
        t.finish_claimed_until AS "claimedUntil"`,
  );
  return rows[0] ?? null;
}

/**
 * Ends the claim on an install, so that the next grant is processed immediately. If the claim has expired and another
 * worker has claimed the install, the new claim stays.
 */
async function release({ installId, claimedUntil: finishClaimedUntil }: Unfinished): Promise<void> {
  await withSystem((tx) =>
    tx.installToken.updateMany({
      where: { installId, finishClaimedUntil },
      data: { finishClaimedUntil: null, finishFailingSince: null, finishError: null },
    }),
  );
}

/**
 * Records since when the setup of an install fails, and why. With this record, `npm run ops` and `npm run doctor` name
 * a store whose webhook is refused permanently. The stored error contains a status and codes, and no other text.
 */
async function recordFailure(installId: InstallId, error: unknown): Promise<void> {
  const text =
    error instanceof PlatformError
      ? `${error.message} ${error.code}`
      : error instanceof Error
        ? error.name
        : 'error';
  await withSystem(
    (tx) => tx.$executeRaw`
      UPDATE install_tokens SET finish_failing_since = coalesce(finish_failing_since, now()),
        finish_error = ${text.slice(0, 200)}
      WHERE install_id = ${installId}`,
  );
}
