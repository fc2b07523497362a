import 'server-only';
import { gatherQuarantined } from '@/lib/mirror/health/quarantine-kind';
import { readArrivalLag } from '@/lib/mirror/health/read-arrival-lag.server';
import { readSyncHealth } from '@/lib/mirror/health/read-sync-health.server';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/** Returns the health of the install's mirror (our copy of the platform's data) as the connection screens show it. */
export async function readSyncView({ installId }: { installId: InstallId }): Promise<SyncView> {
  const [{ quarantined, ...health }, arrival] = await Promise.all([
    readSyncHealth({ installId }),
    withSystem((tx) => readArrivalLag(tx, installId)),
  ]);
  return { ...health, quarantined: gatherQuarantined(quarantined), arrival };
}
