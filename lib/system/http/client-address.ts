import { isIP } from 'node:net';

/** Key of the rate limit for clients with an unknown address. All these clients share one limit. */
const unknownAddress = 'unknown';

/**
 * Returns the address of the client of a request, as a key for limits. The key is an IPv4 address, or the /64 prefix of
 * an IPv6 address, because a provider gives a whole /64 prefix to one customer. Each trusted proxy appends to
 * X-Forwarded-For the address from which it received the request. So only the last `trustedProxies` entries are
 * trusted. The client itself may have written the other entries.
 */
export function clientAddress(request: {
  /** Address of the TCP connection; null if it is unknown, as in a Next route handler. */
  socketAddress: string | null;
  forwardedFor: string | null;
  trustedProxies: number;
}): string {
  const { socketAddress, forwardedFor, trustedProxies } = request;
  if (trustedProxies === 0) return keyOf(socketAddress) ?? unknownAddress;
  // If X-Forwarded-For has fewer entries than there are trusted proxies, the client bypassed a proxy and wrote the
  // header itself. In this case the address of the TCP connection is used.
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

/**
 * Removes the port and the zone from an address. Some proxies write the port, as in 192.0.2.1:4711 or
 * [2001:db8::1]:4711. A zone (as in fe80::1%eth0) has a meaning only on the machine of the proxy.
 */
function withoutPort(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  if (inBrackets !== undefined) return inBrackets.replace(/%.*$/, '');
  return /^[^:]*:\d+$/.test(text) ? text.replace(/:\d+$/, '') : text.replace(/%.*$/, '');
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
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
 * Name of the header in which our server (server/app.ts) passes the address of the TCP connection to Next route
 * handlers, which receive only headers. The server replaces any value that the client sent. If the app ran behind
 * another server, a client could set the header itself. The client could then evade a rate limit, but no access check.
 */
export const socketAddressHeader = 'x-daftar-socket-address';

/** Returns the address of the client of a request to a route handler, as a key for limits. */
export function requestAddress(headers: Headers, trustedProxies: number): string {
  return clientAddress({
    socketAddress: headers.get(socketAddressHeader),
    forwardedFor: headers.get('x-forwarded-for'),
    trustedProxies,
  });
}
