import 'server-only';
import { referenceUrl } from '@/lib/orders/reference-url';
import { type FieldProblem, registeredOrigin } from 'commerce-platform-client/assumptions';
import { OrderReference } from 'commerce-platform-client/contract/orders';
import { env } from '@/lib/system/env';

/** The field error for an order whose reference has a URL that is not on the app's origin. */
export const referenceProblem: FieldProblem = {
  path: 'attributes.reference.url',
  message: 'must be https on the origin of the app',
};

/**
 * Returns the attributes of an order, with the URL of its reference as the URL parser writes it (referenceUrl). Returns
 * null if this URL is not on the app's origin (ORD-9).
 */
export function withCurrentReference<Attributes extends Record<string, unknown>>(
  attributes: Attributes,
): Attributes | null {
  const reference = OrderReference.safeParse(attributes.reference).data;
  if (!reference || reference.url === null) return attributes;
  const url = referenceUrl(reference.url, registeredOrigin(env().APP_URL));
  return url === null ? null : { ...attributes, reference: { ...reference, url } };
}
