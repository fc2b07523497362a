import { isIP } from 'node:net';

/** The key of all clients with an unknown address. */
export const unknownAddress = 'unknown';

/**
 * Returns the client address of a request as a key for limits: an IPv4 address, or the /64 of an IPv6 address, which is
 * what one customer of a provider has. Each trusted proxy appends the address of its own client. Only the last
 * `trustedProxies` entries of X-Forwarded-For are therefore trusted; the client wrote the other entries.
 */
export function clientAddress(request: {
  /** null if unknown, as in a Next route handler. */
  socketAddress: string | null;
  forwardedFor: string | null;
  trustedProxies: number;
}): string {
  const { socketAddress, forwardedFor, trustedProxies } = request;
  if (trustedProxies === 0) return keyOf(socketAddress) ?? unknownAddress;
  // Fewer entries than proxies: the client bypassed a proxy and wrote the header itself.
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
 * Removes the port and the zone. Some proxies write 192.0.2.1:4711 or [2001:db8::1]:4711. A zone has a meaning only on
 * the proxy's machine.
 */
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
 * The header in which our server entry writes the socket address; it replaces any value from the client
 * (server/app.ts). A Next route handler sees only headers. Without that entry, a client could set the header itself. It
 * could then evade a rate limit, but no access check.
 */
export const socketAddressHeader = 'x-daftar-socket-address';

/** Returns the client address of a request to a route handler, as clientAddress does. */
export function requestAddress(headers: Headers, trustedProxies: number): string {
  return clientAddress({
    socketAddress: headers.get(socketAddressHeader),
    forwardedFor: headers.get('x-forwarded-for'),
    trustedProxies,
  });
}
