import 'server-only';
import { readTokenVersion } from '@/lib/installs/tokens/read-token-version.server';
import { markInstallationDue } from '@/lib/installs/refresh-installation.server';
import { endSessions } from '@/lib/installs/sign-in/session.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/** Type of the function closeOperations in lib/operations, which ends all open writes of a closed install. */
export type CloseOperations = (tx: Tx, installId: InstallId) => Promise<void>;

/**
 * Reads GET /installation and closes the install unless the platform returns it as active. Closing deletes its tokens
 * and sessions. If the install is active, another read of GET /installation is scheduled, which saves the response.
 * Throws if a merchant connects the store again during the call.
 *
 * Call this function only if an event or an earlier response reported that the install is closed. A 401 of GET
 * /installation alone is no proof: the platform also responds with 401 if the user who granted access has lost this
 * access.
 *
 * The caller passes in `closeOperations`, because lib/operations imports lib/installs. `closeOperations` ends the
 * writes of the install in the same transaction.
 */
export async function closeUnlessActive(
  installId: InstallId,
  platform: Pick<PlatformClient, 'getInstallation'>,
  closeOperations: CloseOperations,
): Promise<void> {
  const version = await withSystem((tx) => readTokenVersion(tx, installId));
  const installation = await platform.getInstallation().then(
    ({ body }) => body.data,
    (error: unknown) => {
      if (error instanceof ReconnectRequired) return null;
      throw error;
    },
  );
  if (installation?.install.status === 'active') {
    log.info({ installId }, 'install reported as closed is active; the report is ignored');
    // The response is not saved here. If its scopes are new, the webhook subscription and the mirror (our copy of the
    // platform's data) must be adapted to them. Only refreshInstallation does that.
    return markInstallationDue(installId);
  }
  await withSystem(async (tx) => {
    const { count } = await tx.install.updateMany({
      where: { installId, revokedAt: null },
      data: { status: 'revoked', revokedAt: new Date() },
    });
    if (count === 0) return;
    // If a merchant has connected the store again in the meantime, the install must stay open. There are two cases:
    // - GET /installation responded, and the version of the tokens has changed since then.
    // - GET /installation was refused, but the state of the tokens is `active` now. The refusal had ended this state,
    //   so a new grant must have set it.
    //
    // No grant can store tokens between this check and the commit. A grant locks the install row first, and the update
    // above already has this lock.
    const token = await tx.installToken.findUnique({ where: { installId }, select: { state: true } });
    const isGrantedAgain = installation
      ? (await readTokenVersion(tx, installId)) !== version
      : token?.state === 'active';
    if (isGrantedAgain) throw new Error('the install was connected again meanwhile; retrying');
    await tx.installToken.deleteMany({ where: { installId } });
    await endSessions(tx, installId);
    await closeOperations(tx, installId);
    // Without tokens, nothing can be read from the platform. Dirty marks (notes that something must be read again)
    // would have no effect, so they are deleted.
    await tx.dirtyMark.deleteMany({ where: { installId, kind: { not: 'install' } } });
    await tx.sweep.deleteMany({ where: { installId } });
    await tx.inboxEvent.updateMany({
      where: { installId, state: 'marked', kind: { not: 'install' } },
      data: { state: 'ignored' },
    });
  });
}
