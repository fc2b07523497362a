import { isIP } from 'node:net';

/** Stands for all whose address can't be known. */
export const unknownAddress = 'unknown';

/**
 * Whom a request came from, as a key for limits: an IPv4 address, or the /64 of an IPv6 one, which is what one
 * customer of a provider has. Each trusted proxy appends the address it was spoken to from, so the last
 * `trustedProxies` entries of X-Forwarded-For are believed and no more; the rest is what the client wrote.
 */
export function clientAddress(request: {
  /** null: not known, as in a route handler of Next. */
  socketAddress: string | null;
  forwardedFor: string | null;
  trustedProxies: number;
}): string {
  const { socketAddress, forwardedFor, trustedProxies } = request;
  if (trustedProxies === 0) return keyOf(socketAddress) ?? unknownAddress;
  // Fewer entries than proxies: somebody came past one of them, and wrote the header himself.
  const forwardedAddress = forwardedFor?.split(',').at(-trustedProxies);
  return keyOf(forwardedAddress) ?? keyOf(socketAddress) ?? unknownAddress;
}

function keyOf(text: string | null | undefined): string | null {
  const address = withoutPort(text?.trim() ?? '');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return null;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Some proxies write 192.0.2.1:4711 or [2001:db8::1]:4711; a zone belongs to their machine. */
function withoutPort(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (inBrackets !== undefined) return inBrackets.replace(/%.*$/, '');
  return /^[^:]*:\d+$/.test(text) ? text.replace(/:\d+$/, '') : text.replace(/%.*$/, '');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail ?? '')];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}

/**
 * Where our own entry writes whom the socket belongs to, over whatever a client sent (server/app.ts): a route handler of
 * Next sees headers alone. Run without that entry, a client could name itself, and cheat a limit by it but no lock.
 */
export const socketAddressHeader = 'x-daftar-socket-address';

/** Whom a request to a route handler came from, as clientAddress. */
export function requestAddress(headers: Headers, trustedProxies: number): string {
  return clientAddress({
    socketAddress: headers.get(socketAddressHeader),
    forwardedFor: headers.get('x-forwarded-for'),
    trustedProxies,
  });
}
