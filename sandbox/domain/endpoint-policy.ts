import { BlockList, isIP, isIPv4 } from 'node:net';
import { type OrderAttributes, OrderReference } from '@/lib/platform/contract/orders';

/** public: the document's rule; local: loopback over http as well, for development (sandbox-control). */
export type EndpointPolicy = 'public' | 'local';

/** May deliveries be sent there? platform: PUT /webhooks: public https; no private, loopback or IP-literal host. */
export function isAllowedEndpoint(text: string, policy: EndpointPolicy): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) return false;
  if (policy === 'local' && isLoopback(url)) return url.protocol === 'http:' || url.protocol === 'https:';
  return url.protocol === 'https:' && isPublicName(url.hostname);
}

/**
 * May a delivery be carried to this address? Everything but the public ranges is refused: a name that leads into a
 * private network, or to the machine itself, is how a server is made to ask its own side (SSRF). RFC 6890 lists them.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIpv4.check(address);
  return isIP(address) === 6 && openIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6');
}

const closedIpv4 = blockOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);

/** Global unicast is 2000::/3; within it, those that carry an IPv4 address or are for documents. */
const openIpv6 = blockOf('ipv6', [['2000::', 3]]);
const closedIpv6 = blockOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

function blockOf(family: 'ipv4' | 'ipv6', subnets: [net: string, prefix: number][]): BlockList {
  const block = new BlockList();
  for (const [net, prefix] of subnets) block.addSubnet(net, prefix, family);
  return block;
}

/**
 * The url of a reference as it is kept: https on the app's registered origin, else null (platform:
 * OrderReference); a loopback origin needs no https under the local policy (A22).
 */
export function referenceUrl(text: string, appOrigin: string, policy: EndpointPolicy): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.origin !== appOrigin) return null;
  return url.protocol === 'https:' || (policy === 'local' && isLoopback(url)) ? url.href : null;
}

/** Whose reference it is, and what its url is held to. */
export type ReferenceRule = { appOrigin: string; policy: EndpointPolicy };

/** The attributes with the reference's url as it is kept; null when that url is refused (ORD-9). */
export function currentReference(attributes: OrderAttributes, rule: ReferenceRule): OrderAttributes | null {
  if (attributes.reference === undefined) return attributes;
  const reference = OrderReference.parse(attributes.reference);
  if (reference.url === null) return { ...attributes, reference };
  const url = referenceUrl(reference.url, rule.appOrigin, rule.policy);
  return url === null ? null : { ...attributes, reference: { ...reference, url } };
}

export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname);
}

/** Names that resolve in a private network alone; a dotless name is one too. */
const privateName = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid|example)\.?$/;

function isPublicName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 && hostname.includes('.') && !privateName.test(hostname);
}
