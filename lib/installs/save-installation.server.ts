import 'server-only';
import type { Installation } from 'commerce-platform-client/contract/installation';
import { storableValue } from 'commerce-platform-client/contract/storable-text';
import type { Tx } from '@/lib/system/db';

/**
 * Saves the install and its store from a response of GET /installation. The caller's transaction must have the system
 * role. Returns the response with the texts as they are saved: without the characters that PostgreSQL refuses (M13).
 */
export async function saveInstallation(tx: Tx, answer: Installation): Promise<Installation> {
  const storable = storableValue(answer);
  const { install, store } = storable;
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
  return storable;
}
