import { installPath } from '@/lib/shared/install-path';
import type { InstallId } from 'commerce-platform-client/contract/ids';

/**
 * Returns the given path if it has the form of a page of an install; null for any other text. The returned path has no
 * host, so it cannot lead to another site.
 */
export function appPath(given: string | null | undefined): string | null {
  const isPage = /^\/i\/[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*(\?[A-Za-z0-9._~=&%-]*)?$/.test(given ?? '');
  return isPage && given ? given : null;
}

/**
 * Returns the path to open after sign-in (S3). If the requested path is a page of the given install, it is returned. In
 * all other cases, the path of the orders list is returned. The path has no host, so it cannot lead to another site.
 */
export function returnPath(given: string | null | undefined, installId: InstallId): string {
  const orders = `/i/${encodeURIComponent(installId)}/orders`;
  const path = appPath(given);
  if (!path) return orders;
  const url = new URL(path, 'http://app.invalid');
  const inside = url.pathname === `/i/${installId}` || url.pathname.startsWith(`/i/${installId}/`);
  return url.host === 'app.invalid' && inside ? url.pathname + url.search : orders;
}

/**
 * Returns the same page in another install. `path` is a result of returnPath for the install `from`. Ids of quotes and
 * orders are the same in both installs.
 */
export function pathInInstall(path: string, from: InstallId, to: InstallId): string {
  const prefix = `/i/${encodeURIComponent(from)}`;
  return path.startsWith(prefix)
    ? `${installPath(to, '')}${path.slice(prefix.length)}`
    : installPath(to, '/orders');
}
