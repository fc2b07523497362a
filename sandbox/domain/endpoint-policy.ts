import { isIP } from 'node:net';
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
export function keptReference(attributes: OrderAttributes, rule: ReferenceRule): OrderAttributes | null {
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
