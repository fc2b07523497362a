import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from '@/lib/shared/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { type AppWorld, startAppWorld } from './app-world';
import { installContext } from './install-context';

/** An app world with one install whose store facts were read, so that quotes can be sent. */
export type StoreWorld = { world: AppWorld; installId: InstallId; context: InstallContext };

/** Starts a store world. Call it in beforeAll, as startAppWorld. */
export async function startStoreWorld(): Promise<StoreWorld> {
  const world = await startAppWorld();
  const installId = await world.install();
  const context = await installContext(installId);
  await refreshStore(installId, installClient(installId, 'person'));
  return { world, installId, context };
}
