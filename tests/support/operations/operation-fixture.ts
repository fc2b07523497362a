import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { OrderDetail } from '@/lib/platform/contract/orders';
import { OrderId } from '@/lib/shared/ids';

/** Where a write is tried: an install, and the platform's side of it. */
export type OperationFixture = {
  context: InstallContext;
  /** Calls /_sandbox{path}. */
  control: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  variantId: string;
  locationId: string;
  /** The order that every write is about, rather than one of its own each. */
  order?: OrderDetail;
};

type Control = OperationFixture['control'];

/** A ground with a product of its own, of which there is plenty. */
export async function createOperationFixture(
  context: InstallContext,
  control: Control,
): Promise<OperationFixture> {
  const { stores } = await control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  const locationId = stores.find(({ id }) => id === context.store.id)?.locations[0] ?? '';
  const { data } = await control<{ data: { variants: { id: string }[] } }>('POST', '/products', {
    store_id: context.store.id,
    name: 'Soap',
    variants: [{ name: 'Olive', price_minor: 1_000, quantity: 1_000_000 }],
  });
  return { context, control, locationId, variantId: data.variants[0]?.id ?? '' };
}

/** An order of somebody else's, of two pieces unless said, paid. */
export async function paidOrder(
  { context, control, variantId, order: shared }: OperationFixture,
  quantity = 2,
): Promise<OrderDetail> {
  if (shared) return shared;
  const sold = await control('POST', '/orders', {
    store_id: context.store.id,
    source: 'storefront',
    items: [{ variant_id: variantId, quantity }],
  });
  const { data: order } = z.object({ data: OrderDetail }).parse(sold);
  await control('POST', `/orders/${order.id}/payments`, { amount_minor: order.total.amount_minor });
  return order;
}

/** A pending fulfillment of one piece, made past the app. */
export async function pendingFulfillment({ context }: OperationFixture, order: OrderDetail): Promise<string> {
  const lines = [{ order_item_id: order.items[0]?.id, quantity: 1 }];
  const { body } = await context.platform.createFulfillment(
    randomUUID(),
    OrderId.parse(order.id),
    JSON.stringify({ status: 'pending', lines }),
  );
  return body.fulfillment?.id ?? '';
}
