import type { PlatformClient } from 'commerce-platform-client/client';
import type { Order } from 'commerce-platform-client/contract/orders';
import { pages } from 'commerce-platform-client/pages';

/** Returns the unpaid orders that changed since a time in ISO 8601, from all pages. */
export async function unpaidOrders(client: PlatformClient, since: string): Promise<Order[]> {
  const unpaid: Order[] = [];
  for await (const { data } of pages((cursor) => client.listOrders({ updated_at_min: since, cursor })))
    unpaid.push(...data.filter((order) => order.payment_status === 'unpaid'));
  return unpaid;
}
