import { BlockList, isIP, isIPv4 } from 'node:net';
import { type OrderAttributes, OrderReference } from 'commerce-platform-client/contract/orders';

/**
 * The rule for the URLs of webhook endpoints. `public` is the rule of the platform document. `local` additionally
 * allows loopback over http, for development (sandbox-control).
 */
export type EndpointPolicy = 'public' | 'local';

/**
 * True if webhook deliveries may be sent to a URL. The rule comes from PUT /webhooks in the platform document: the URL
 * must be https, and its host must be public. Private hosts, loopback hosts and IP addresses are refused.
 */
export function isAllowedEndpoint(text: string, policy: EndpointPolicy): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password) return false;
  if (policy === 'local' && isLoopback(url)) return url.protocol === 'http:' || url.protocol === 'https:';
  return url.protocol === 'https:' && isPublicName(url.hostname);
}

/**
 * True if a webhook delivery may connect to this IP address. All addresses outside the public ranges are refused. An
 * attacker could use a host name that resolves to a private network or to the sandbox's own machine (SSRF). RFC 6890
 * lists the special ranges.
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

/**
 * Public IPv6 addresses are in 2000::/3. Some parts of that range have no public hosts and are refused: special
 * protocols, addresses that contain an IPv4 address, and addresses for documentation.
 */
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
 * Returns the URL of a reference chip as the platform stores it, or null if the URL is refused. (A reference chip is a
 * link of an app on the order page.) The URL must be https on the app's registered origin (platform: OrderReference).
 * Under the local policy, a loopback origin needs no https (A22).
 */
export function referenceUrl(text: string, appOrigin: string, policy: EndpointPolicy): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.origin !== appOrigin) return null;
  return url.protocol === 'https:' || (policy === 'local' && isLoopback(url)) ? url.href : null;
}

/**
 * The two values against which the URL of a reference chip is checked: the app's registered origin and the endpoint
 * policy.
 */
export type ReferenceRule = { appOrigin: string; policy: EndpointPolicy };

/**
 * Returns the order attributes. If they contain a reference chip, its URL is as the platform stores it. Returns null if
 * that URL is refused (ORD-9).
 */
export function currentReference(attributes: OrderAttributes, rule: ReferenceRule): OrderAttributes | null {
  if (attributes.reference === undefined) return attributes;
  const reference = OrderReference.parse(attributes.reference);
  if (reference.url === null) return { ...attributes, reference };
  const url = referenceUrl(reference.url, rule.appOrigin, rule.policy);
  return url === null ? null : { ...attributes, reference: { ...reference, url } };
}

export function isLoopback(url: URL): boolean {
  return (
    /(^|\.)localhost$/.test(url.hostname) ||
    url.hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(url.hostname)
  );
}

/**
 * Matches host names that resolve only in a private network. A host name without a dot is not in the pattern, because
 * isPublicName refuses it separately.
 */
const privateName = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid|example)\.?$/;

function isPublicName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 && hostname.includes('.') && !privateName.test(hostname);
}
