import 'server-only';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import { cancelRunsOfInstall } from '@/lib/operations/cancel-bulk-runs.server';
import type { PlatformClient } from '@/lib/platform/client';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId } from '@/lib/shared/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/**
 * app.uninstalled came: believed only when GET /installation answers 401 or a status other than active (security:
 * Late or forged app.uninstalled). Then the install is closed: tokens gone, sessions no longer see it.
 */
export async function confirmUninstall(
  installId: InstallId,
  platform: Pick<PlatformClient, 'getInstallation'>,
): Promise<void> {
  if (await isOlderThanInstall(installId)) return;
  const version = await withSystem((tx) => tokenVersionOf(tx, installId));
  const installation = await platform.getInstallation().then(
    ({ body }) => body.data,
    (error: unknown) => {
      if (error instanceof ReconnectRequired) return null;
      throw error;
    },
  );
  await withSystem(async (tx) => {
    if (installation?.install.status === 'active') {
      log.info({ installId }, 'app.uninstalled for an install that is active: ignored');
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
    const isGrantedAnew = installation
      ? (await tokenVersionOf(tx, installId)) !== version
      : token?.state === 'active';
    if (isGrantedAnew) throw new Error('connected again meanwhile: asked again');
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
    await tx.sweep.deleteMany({ where: { installId } });
    // What still waits to be read can't be read any more.
    await tx.dirtyMark.deleteMany({ where: { installId, kind: { not: 'install' } } });
    await tx.inboxEvent.updateMany({
      where: { installId, state: 'marked', kind: { not: 'install' } },
      data: { state: 'kept' },
    });
  });
}

async function tokenVersionOf(tx: Tx, installId: InstallId): Promise<number | null> {
  const token = await tx.installToken.findUnique({ where: { installId }, select: { version: true } });
  return token?.version ?? null;
}

/** The newest app.uninstalled we hold speaks of an installation before this one. */
async function isOlderThanInstall(installId: InstallId): Promise<boolean> {
  return withSystem(async (tx) => {
    const install = await tx.install.findUnique({ where: { installId }, select: { installedAt: true } });
    const newest = await tx.inboxEvent.findFirst({
      where: { installId, state: { not: 'stored' }, topic: 'app.uninstalled', occurredAt: { not: null } },
      orderBy: { occurredAt: 'desc' },
      select: { occurredAt: true },
    });
    return Boolean(install && newest?.occurredAt && newest.occurredAt < install.installedAt);
  });
}
