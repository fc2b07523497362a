import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import type { XrayBlock } from './xray-block';
import type { PatternName } from './xray-patterns';

const marked: readonly PatternName[] = ['dirty-mark', 'fence', 'sweep-with-watermark'];
const swept: readonly PatternName[] = ['fence', 'sweep-with-watermark'];

/**
 * The patterns (docs/patterns.md) by which the worker updates the mirror (our copy of the platform's data), for each
 * endpoint. The mirror has no data of an endpoint that is not listed.
 */
const patternsOfMirror: Partial<Record<EndpointName, readonly PatternName[]>> = {
  listOrders: marked,
  getOrder: [...marked, 'tombstone'],
  listProducts: marked,
  getProduct: marked,
  listMovements: ['sweep-with-watermark'],
  listDiscounts: swept,
  getStore: swept,
};

/**
 * Endpoints whose writes never wait for another write. Operations of these endpoints have no queue key
 * (docs/decisions/one-order-at-a-time.md).
 */
const unordered: readonly EndpointName[] = ['createOrder', 'createMovement'];

/**
 * Returns the patterns behind a block (a part of a screen): the patterns of its endpoints, and the patterns that the
 * block itself names. A write without an idempotency key is sent again and never settled by reading. So the pattern of
 * a review by a person is left out for such a write.
 *
 * @param isRecorded whether requests to an endpoint are recorded as operations before they are sent
 */
export function findPatterns(
  { requests = [], mirrors = [], patterns = [] }: XrayBlock,
  isRecorded: (endpoint: EndpointName) => boolean,
): PatternName[] {
  const writes = requests.filter(isRecorded);
  const found = new Set<PatternName>(patterns);
  const add = (...names: PatternName[]) => names.forEach((name) => found.add(name));
  if (writes.length > 0) add('recorded-write', 'operation-id', 'resending');
  if (writes.some((endpoint) => endpoints[endpoint].idempotent))
    add('settling-by-reading', 'review-by-a-person');
  if (writes.some((endpoint) => !unordered.includes(endpoint))) add('ordered-writes');
  if (requests.length > 0) add('budget-lanes');
  for (const endpoint of mirrors) add(...(patternsOfMirror[endpoint] ?? []));
  return [...found, 'row-security-under-one-access-check'];
}
