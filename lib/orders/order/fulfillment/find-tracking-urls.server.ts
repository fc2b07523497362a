import 'server-only';
import { trackingUrlOf } from '@/lib/orders/order/fulfillment/tracking-url';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import type { Tx } from '@/lib/system/db';

/**
 * Returns the address of the tracking page for each of the given fulfillments, keyed by fulfillment id. A fulfillment
 * has no entry if it has no tracking number, or if its carrier has no tracking page.
 */
export async function findTrackingUrls(
  tx: Tx,
  installId: string,
  fulfillments: OrderDetail['fulfillments'],
): Promise<Map<string, string>> {
  const tracked = fulfillments.flatMap(({ id, provider, tracking_number: number }) =>
    provider !== null && number !== null ? [{ id, provider, number }] : [],
  );
  if (tracked.length === 0) return new Map();
  const carriers = await tx.$queryRaw<{ provider: string; template: string }[]>`
    SELECT p.provider, c.tracking_url AS template FROM unnest(${tracked.map(({ provider }) => provider)}::text[]) AS p (provider)
      JOIN carriers c ON c.install_id = ${installId} AND c.match_key = fold_tag(p.provider)
    WHERE c.tracking_url IS NOT NULL`;
  const templates = new Map(carriers.map(({ provider, template }) => [provider, template]));
  return new Map(
    tracked.flatMap(({ id, provider, number }) => {
      const template = templates.get(provider);
      const url = template === undefined ? null : trackingUrlOf(template, number);
      return url === null ? [] : [[id, url] as const];
    }),
  );
}
