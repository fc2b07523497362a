import { installClient } from '@/lib/installs/install-client.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { type AppWorld, startAppWorld } from './app-world';
import { installContext } from './install-context';

/**
 * The app in the test process with one install. The app has read the store's settings (such as its currency), so that
 * quotes can be sent.
 */
export type StoreWorld = { world: AppWorld; installId: InstallId; context: InstallContext };

/** Starts the app with a database, a sandbox and one install. Call it in beforeAll, instead of startAppWorld. */
export async function startStoreWorld(): Promise<StoreWorld> {
  const world = await startAppWorld();
  const installId = await world.install();
  const context = await installContext(installId);
  await refreshStore(installId, installClient(installId, 'person'));
  return { world, installId, context };
}
