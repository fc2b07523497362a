import 'server-only';
import { type ListedScope, listScopes } from '@/lib/installs/compare-scopes';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** What the store has let the app do, scope by scope, and when that was last read. platform: GET /installation. */
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
