import { installClient } from '@/lib/installs/install-client.server';
import type { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import { ensureSubscription } from '@/lib/webhooks/subscription.server';
import type { AppWorld } from '@/tests/support/integration/app-world';

/** An install with an active webhook subscription, and the secret with which the platform signs its deliveries. */
export type SubscribedInstall = { installId: InstallId; storeId: StoreId; secret: string };

/** Creates an install with an active webhook subscription. `store` is the index of the store in the sandbox. */
export async function subscribedInstall(world: AppWorld, store: number): Promise<SubscribedInstall> {
  const installId = await world.install({ store });
  const storeId = world.stores[store]?.id as StoreId;
  return { installId, storeId, secret: await subscribe(world, { installId, storeId }) };
}

/** Rotates the webhook secret of the install on the platform. Returns the new secret. */
export async function rotateSecret(world: AppWorld, install: SubscribedInstall): Promise<string> {
  await world.system('UPDATE webhook_secrets SET pending_since = now() WHERE install_id = $1', [
    install.installId,
  ]);
  return subscribe(world, install);
}

async function subscribe(world: AppWorld, { installId }: Omit<SubscribedInstall, 'secret'>): Promise<string> {
  const scopes = new Set(['orders:read']);
  await ensureSubscription({ installId, scopes }, installClient(installId, 'person'));
  const { webhook } = await world.sandbox.control<{ webhook: { secret: string } }>(
    'GET',
    `/installs/${installId}`,
  );
  return webhook.secret;
}
