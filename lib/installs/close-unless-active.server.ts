import 'server-only';
import { readTokenVersion } from '@/lib/installs/tokens/read-token-version.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import { cancelRunsOfInstall } from '@/lib/operations/bulk/cancel-bulk-runs.server';
import type { PlatformClient } from '@/lib/platform/client';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/**
 * Asks GET /installation, and closes the install when it answers 401 or a status other than active: tokens gone,
 * sessions no longer see it. For whoever has heard that it is closed, from an event or from an earlier answer; a 401
 * alone is no such word, since a member who lost access has it too. Throws when the merchant connects meanwhile.
 */
export async function closeUnlessActive(
  installId: InstallId,
  platform: Pick<PlatformClient, 'getInstallation'>,
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
      log.info({ installId }, 'an install that was said to be closed is active: ignored');
      // Closed meanwhile: what was read is older than that.
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
    // The row of the install is locked now, as a new grant locks it first: tokens that work came after the 401.
    const token = await tx.installToken.findUnique({ where: { installId }, select: { state: true } });
    const isGrantedAgain = installation
      ? (await readTokenVersion(tx, installId)) !== version
      : token?.state === 'active';
    if (isGrantedAgain) throw new Error('connected again meanwhile: asked again');
    await tx.installToken.deleteMany({ where: { installId } });
    await tx.session.deleteMany({ where: { installId } });
    // First, so that no operation is recorded after those below were ended.
    await cancelRunsOfInstall(tx, installId);
    // Nothing can be sent any more, and the bytes carry a customer.
    const endedAt = new Date();
    await tx.operation.updateMany({
      where: { installId, endedAt: null },
      data: { state: 'needs_review', endedAt, leaseUntil: null, nextAttemptAt: null },
    });
    // One that was recorded just now has not ended, and can't be gone on with without them.
    await tx.operation.updateMany({
      where: { installId, endedAt: { not: null } },
      data: { requestEnc: null },
    });
    // What still waits to be read can't be read any more.
    await tx.dirtyMark.deleteMany({ where: { installId, kind: { not: 'install' } } });
    await tx.sweep.deleteMany({ where: { installId } });
    await tx.inboxEvent.updateMany({
      where: { installId, state: 'marked', kind: { not: 'install' } },
      data: { state: 'kept' },
    });
  });
}
