import { describe, expect, it } from 'vitest';
import { clientAddress } from '@/lib/system/http/client-address';

describe('the client address is taken only from as many header entries as there are trusted proxies', () => {
  it.each<[string, string | null, string | null, number, string]>([
    ['no proxy: the socket', '192.0.2.1', null, 0, '192.0.2.1'],
    ['no proxy: a header is what the client wrote', '192.0.2.1', '198.51.100.9', 0, '192.0.2.1'],
    ['no proxy, no socket', null, '198.51.100.9', 0, 'unknown'],
    ['one proxy: the last entry', '10.0.0.1', '203.0.113.5, 198.51.100.9', 1, '198.51.100.9'],
    ['two proxies: the last but one', '10.0.0.1', '1.1.1.1, 203.0.113.5,198.51.100.9', 2, '203.0.113.5'],
    ['fewer entries than proxies', '10.0.0.1', '203.0.113.5', 2, '10.0.0.1'],
    ['no header', '10.0.0.1', null, 1, '10.0.0.1'],
    ['an entry that is no address', '10.0.0.1', '203.0.113.5, "><script>', 1, '10.0.0.1'],
    ['neither', null, 'unknown', 1, 'unknown'],
    ['a port', null, '203.0.113.5:4711', 1, '203.0.113.5'],
    ['IPv4 in IPv6', '::ffff:192.0.2.1', null, 0, '192.0.2.1'],
    ['IPv6 by its network', '2001:db8:0:1:aaaa:bbbb:cccc:dddd', null, 0, '2001:db8:0:1::/64'],
    ['the same one, written otherwise', '2001:0DB8::1:0:0:0:1', null, 0, '2001:db8:0:1::/64'],
    ['IPv6 with a port', null, '[2001:db8::1]:443', 1, '2001:db8:0:0::/64'],
    ['IPv6 with a zone', 'fe80::1%eth0', null, 0, 'fe80:0:0:0::/64'],
    ['loopback', '::1', null, 0, '0:0:0:0::/64'],
  ])('%s', (_, socketAddress, forwardedFor, trustedProxies, expected) => {
    expect(clientAddress({ socketAddress, forwardedFor, trustedProxies })).toBe(expected);
  });
});
