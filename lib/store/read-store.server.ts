import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findMirroredStore, writeStore } from '@/lib/mirror/store-mirror.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { Store } from 'commerce-platform-client/contract/store';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { nextFence, tenantDb } from '@/lib/system/db';
import type { StoreView } from '@/lib/store/store-view';

/**
 * Maximum age of our copy of the store data, in milliseconds. An older copy is read again before it is shown, because
 * the platform sends no webhook when the store data changes.
 */
const freshForMs = 5 * 60_000;

/**
 * Returns the store data for screens. If the platform cannot be reached, our copy is returned. platform: GET /store.
 */
export async function readStore(context: InstallContext): Promise<StoreView> {
  return storeViewOf(context, await readStoreDocument(context));
}

/**
 * Returns our copy of the store data if it is at most `maxAgeMs` old. If the copy is older or missing, reads the
 * platform. If that read fails with a PlatformError, an older copy is returned.
 */
export async function readStoreDocument(context: InstallContext, maxAgeMs = freshForMs): Promise<Store> {
  const mirrored = await context.db.transaction((tx) => findMirroredStore(tx, context.installId));
  if (mirrored && Date.now() - mirrored.readAt.getTime() < maxAgeMs) return mirrored.store;
  try {
    return await refreshStore(context.installId, context.platform);
  } catch (error) {
    if (mirrored && error instanceof PlatformError) return mirrored.store;
    throw error;
  }
}

/** Reads GET /store from the platform and writes the response to the mirror (our copy of the platform's data). */
export async function refreshStore(installId: InstallId, platform: PlatformClient): Promise<Store> {
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const { body } = await platform.getStore();
  await db.transaction((tx) => writeStore(tx, installId, body.data, fence));
  return body.data;
}

/** Converts the platform's store data to the data that screens show. */
export function storeViewOf({ store: installed }: InstallContext, store: Store): StoreView {
  return {
    // Takes the name and country from GET /installation if GET /store does not contain them (A23). GET /installation
    // always contains them.
    name: store.name ?? installed.name,
    country: store.country ?? installed.country,
    pricingCurrency: store.pricing_currency ?? { code: installed.currency, decimals: installed.decimals },
    paymentMethods: (store.payment_methods ?? []).map(({ id, wallet_id }) => ({
      id,
      walletId: wallet_id ?? null,
    })),
    provinces: (store.provinces ?? []).map(({ value, ar, en }) => ({
      value,
      ar: ar ?? value,
      en: en ?? value,
    })),
  };
}
