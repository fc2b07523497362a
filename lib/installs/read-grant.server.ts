import 'server-only';
import { type ListedScope, listScopes } from '@/lib/installs/compare-scopes';
import type { InstallContext } from '@/lib/installs/require-install.server';

/**
 * Returns the scopes of the install and the time at which they were last read. For each scope that the app does not
 * have, the reason is included. platform: GET /installation.
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
