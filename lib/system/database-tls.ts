import { isThisMachine } from '@/lib/system/host-kind';

/**
 * Returns how the connection to the database of a URL is protected by TLS.
 *
 * - `local`: the database is on this machine or behind a socket, so no network is used.
 * - `refused`: the database is on another machine, and the URL switches TLS off.
 * - `weak`: the database is on another machine, and the URL has no `sslmode=verify-full`. Without any sslmode, the
 * variable PGSSLMODE applies, and without both, pg uses no TLS.
 * - `verified`: the database is on another machine, and its certificate is checked.
 */
export function databaseTls(url: string | undefined): 'local' | 'refused' | 'weak' | 'verified' {
  if (url === undefined || !URL.canParse(url)) return 'local';
  const { hostname, searchParams } = new URL(url);
  const last = (name: string) => searchParams.getAll(name).at(-1) ?? '';
  // If the URL has a query parameter `host`, pg connects to that host and ignores the host name of the URL. If the
  // parameter occurs twice, pg uses the last one.
  const host = last('host') || decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return 'local';
  if (last('sslmode') === 'disable' || ['0', 'false'].includes(last('ssl'))) return 'refused';
  return last('sslmode') === 'verify-full' ? 'verified' : 'weak';
}
