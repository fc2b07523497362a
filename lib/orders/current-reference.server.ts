import 'server-only';
import { referenceUrl } from '@/lib/orders/reference-url';
import { type FieldProblem, registeredOrigin } from '@/lib/platform/assumptions';
import { OrderReference } from '@/lib/platform/contract/orders';
import { env } from '@/lib/system/env';

/** What is told of a reference whose url leads elsewhere. */
export const referenceProblem: FieldProblem = {
  path: 'attributes.reference.url',
  message: 'must be https on the origin of the app',
};

/** Attributes with the reference's url as it is kept; null when that url leads anywhere but here (ORD-9). */
export function withCurrentReference<Attributes extends Record<string, unknown>>(
  attributes: Attributes,
): Attributes | null {
  const reference = OrderReference.safeParse(attributes.reference).data;
  if (!reference || reference.url === null) return attributes;
  const url = referenceUrl(reference.url, registeredOrigin(env().APP_URL));
  return url === null ? null : { ...attributes, reference: { ...reference, url } };
}
