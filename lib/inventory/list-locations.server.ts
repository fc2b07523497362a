import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { learnLocations } from '@/lib/inventory/learn-locations.server';
import type { LocationList } from '@/lib/inventory/movement-view';

/**
 * Returns the store's stock locations, the last used one first. The caller must have checked the scope inventory:read.
 */
export async function listLocations({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<LocationList> {
  return { locations: await db.transaction((tx) => learnLocations(tx, installId)) };
}
