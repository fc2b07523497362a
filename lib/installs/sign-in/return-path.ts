import type { InstallId } from '@/lib/shared/ids';

/**
 * The in-app path to open after signing in: it parses as one of this install's own pages, or it is the install's
 * home (security: Open redirect). Never anything with a host.
 */
export function returnPath(given: string | null | undefined, installId: InstallId): string {
  const home = `/i/${encodeURIComponent(installId)}/orders`;
  if (!given || !/^\/i\/[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*(\?[A-Za-z0-9._~=&%-]*)?$/.test(given))
    return home;
  const url = new URL(given, 'http://app.invalid');
  const inside = url.pathname === `/i/${installId}` || url.pathname.startsWith(`/i/${installId}/`);
  return url.host === 'app.invalid' && inside ? url.pathname + url.search : home;
}
