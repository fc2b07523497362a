import 'server-only';
import type { Installation } from 'commerce-platform-client/contract/installation';
import type { Tx } from '@/lib/system/db';

/**
 * Saves the install and its store from a response of GET /installation. The caller's transaction must have the system
 * role.
 */
export async function saveInstallation(tx: Tx, { install, store }: Installation): Promise<void> {
  const read = {
    storeId: store.id,
    appId: install.app_id,
    status: install.status,
    grantedScopes: install.granted_scopes,
    effectiveScopes: install.effective_scopes,
    storeName: store.name,
    storeSlug: store.slug,
    currency: store.currency,
    decimals: store.decimals,
    locale: store.locale,
    timezone: store.timezone,
    country: store.country,
    isDevelopment: store.is_development,
    installedAt: new Date(install.installed_at),
    readAt: new Date(),
    revokedAt: null,
  };
  await tx.install.upsert({
    where: { installId: install.id },
    create: { installId: install.id, ...read },
    update: read,
  });
}
