import 'server-only';
import { readTokenVersion } from '@/lib/installs/tokens/read-token-version.server';
import { endSessions } from '@/lib/installs/sign-in/session.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import type { PlatformClient } from '@/lib/platform/client';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/** Ends the writes of a closed install: closeOperations of lib/operations. */
export type CloseOperations = (tx: Tx, installId: InstallId) => Promise<void>;

/**
 * Reads GET /installation, and closes the install if the answer is 401 or a status other than active. Closing deletes
 * its tokens and sessions. Call this only if an event or an earlier answer says that the install is closed. A 401 alone
 * does not say so, since a member who lost access also receives it. Throws if the merchant connects again meanwhile.
 *
 * `closeOperations` ends the writes of the install in the same transaction. The caller passes it in, because
 * lib/operations imports lib/installs.
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
  await withSystem(async (tx) => {
    if (installation?.install.status === 'active') {
      log.info({ installId }, 'install reported as closed is active; the report is ignored');
      // If the install was closed meanwhile, the answer above is older than that and is not saved.
      const { count } = await tx.install.updateMany({
        where: { installId, revokedAt: null },
        data: { status: 'active' },
      });
      return count === 0 ? undefined : saveInstallation(tx, installation);
    }
    const { count } = await tx.install.updateMany({
      where: { installId, revokedAt: null },
      data: { status: 'revoked', revokedAt: new Date() },
    });
    if (count === 0) return;
    // The update above locked the install row, which a new grant also locks first. Tokens that work were therefore
    // stored after the 401.
    const token = await tx.installToken.findUnique({ where: { installId }, select: { state: true } });
    const isGrantedAgain = installation
      ? (await readTokenVersion(tx, installId)) !== version
      : token?.state === 'active';
    if (isGrantedAgain) throw new Error('the install was connected again meanwhile; retrying');
    await tx.installToken.deleteMany({ where: { installId } });
    await endSessions(tx, installId);
    await closeOperations(tx, installId);
    // Resources that are still waiting to be read can no longer be read.
    await tx.dirtyMark.deleteMany({ where: { installId, kind: { not: 'install' } } });
    await tx.sweep.deleteMany({ where: { installId } });
    await tx.inboxEvent.updateMany({
      where: { installId, state: 'marked', kind: { not: 'install' } },
      data: { state: 'ignored' },
    });
  });
}
