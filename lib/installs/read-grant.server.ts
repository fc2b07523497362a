import 'server-only';
import { type ListedScope, listScopes } from '@/lib/installs/compare-scopes';
import type { InstallContext } from '@/lib/installs/require-install.server';

/**
 * Returns the scopes of the install and when they were last read. If the app does not have a scope, the reason is
 * included. platform: GET /installation.
 */
export async function readGrant({ installId, db }: InstallContext): Promise<{
  scopes: ListedScope[];
  readAt: string;
  installedAt: string;
}> {
  const install = await db.transaction((tx) => tx.install.findUniqueOrThrow({ where: { installId } }));
  const { grantedScopes: granted, effectiveScopes: effective, readAt, installedAt } = install;
  return {
    scopes: listScopes({ granted, effective }),
    readAt: readAt.toISOString(),
    installedAt: installedAt.toISOString(),
  };
}
