import { isThisMachine } from '@/lib/system/host-kind';

/**
 * Says how a database connection over the network is protected.
 *
 * - `local`: no network is used. The host is this machine or a socket.
 * - `refused`: another machine, and the URL switches TLS off.
 * - `weak`: another machine without `sslmode=verify-full`. Without any sslmode, pg uses no TLS unless PGSSLMODE is set.
 * - `verified`: another machine whose certificate is checked.
 */
export function databaseTls(url: string | undefined): 'local' | 'refused' | 'weak' | 'verified' {
  if (url === undefined || !URL.canParse(url)) return 'local';
  const { hostname, searchParams } = new URL(url);
  const last = (name: string) => searchParams.getAll(name).at(-1) ?? '';
  // pg uses this parameter, if it is set, and not the host of the URL. Of two equal parameters it uses the last.
  const host = last('host') || decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return 'local';
  if (last('sslmode') === 'disable' || ['0', 'false'].includes(last('ssl'))) return 'refused';
  return last('sslmode') === 'verify-full' ? 'verified' : 'weak';
}
