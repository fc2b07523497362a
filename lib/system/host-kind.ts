import { BlockList } from 'node:net';

/**
 * IP ranges that are not public. They are the ranges of IANA's special-purpose registries (RFC 6890), multicast and
 * reserved addresses. IPv4 and IPv6 have separate lists. In one common list, BlockList would also compare the
 * IPv4-mapped form of an address (::ffff:…) with the IPv6 ranges. The range ::/3 contains every IPv4-mapped address, so
 * no IPv4 address would count as public.
 */
const notPublic = {
  ipv4: blockList('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ]),
  ipv6: blockList('ipv6', [
    // All IPv6 addresses outside 2000::/3, which is the only range with public addresses. IPv4-mapped addresses are
    // outside it too.
    '::/3',
    '4000::/2',
    '8000::/1',
    // Special ranges inside 2000::/3: protocols such as Teredo, addresses for documentation, and 6to4, whose addresses
    // contain an IPv4 address.
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
  ]),
};

const thisMachine = {
  ipv4: blockList('ipv4', ['127.0.0.0/8', '0.0.0.0/32']),
  ipv6: blockList('ipv6', ['::1/128', '::/128', '::ffff:127.0.0.0/104']),
};

/**
 * Host names that only a machine or a local network can resolve (RFC 6761, 6762, 8375, and the ICANN name .internal).
 */
const localName = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|test|invalid)$/;

/**
 * Whether the host of a URL can be reached from the internet: it is a public IP address or a public name. A name is
 * public if it has a dot and is not local. The name is not resolved.
 *
 * @param hostname as `URL.hostname` gives it: lower case, IPv4 in dotted form, IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
  const { name, family } = parseHost(hostname);
  if (family) return !notPublic[family].check(name, family);
  return name.includes('.') && !localName.test(name);
}

/**
 * Whether a host name of a URL means this machine: a loopback or unspecified address, `localhost`, or a name that ends
 * in `.localhost`.
 */
export function isThisMachine(hostname: string): boolean {
  const { name, family } = parseHost(hostname);
  return family ? thisMachine[family].check(name, family) : /(^|\.)localhost$/.test(name);
}

function parseHost(hostname: string): { name: string; family?: 'ipv4' | 'ipv6' } {
  // Dots at the end of a host name mean the root of DNS, so "localhost." is localhost.
  const name = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
  if (name.includes(':')) return { name, family: 'ipv6' };
  return /^\d+(\.\d+){3}$/.test(name) ? { name, family: 'ipv4' } : { name };
}

function blockList(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
