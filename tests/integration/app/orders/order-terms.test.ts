import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { setOrderStatus as setImpatiently } from '@/lib/orders/order/set-order-status.server';
import { purgeOrderCustomers } from '@/lib/orders/purge-order-customers.server';
import type { CreateOrderInput } from 'commerce-platform-client/contract/orders';
import { type InstallId, type OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { mirrorCatalogue } from '@/tests/support/mirror/mirror-catalogue';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);
const setOrderStatus = patiently(setImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

async function create(change: Partial<CreateOrderInput> = {}, replaces?: OrderId): Promise<OrderId> {
  const outcome = await createOrder(context, { ...orderCommand(installId, change), replaces });
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

async function viewOf(reader: InstallContext, orderId: string) {
  const read = await readOrder(reader, orderId);
  if (read.code !== 'found') throw new Error(read.code);
  return read.view;
}

/** Reads the products into the mirror (the app's copy) and returns a variant that can be sold. */
async function variantForSale() {
  const products = await mirrorCatalogue(context);
  for (const variant of products.flatMap(({ status, variants }) => (status === 'active' && variants) || [])) {
    const { id, status, price, available_quantity: left } = variant;
    if (status === 'active' && price && (left ?? 0) > 5) return { id, price };
  }
  throw new Error('the store has nothing to sell');
}

describe('the terms of an order that the app created', () => {
  it('the order has the store price of an agreed line, and none for a line at the store price', async () => {
    const { id, price } = await variantForSale();
    const line = (unit_price_minor: number) => ({
      variant_id: id,
      name: 'قهوة',
      quantity: 1,
      unit_price_minor,
    });
    const agreed = await viewOf(context, await create({ items: [line(price.amount_minor - 1)] }));
    const [item] = agreed.order.items;
    expect(agreed.terms.storePrices).toEqual({ [item?.id ?? '']: price });
    const same = await viewOf(context, await create({ items: [line(price.amount_minor)] }));
    expect(same.terms.storePrices).toEqual({});
  });

  it('the reason of the discount is stored encrypted, hidden from a viewer, and deleted with the customer', async () => {
    const orderId = await create({ discount: { amount_minor: 1_000, title: 'زبون قديم' } });
    expect((await viewOf(context, orderId)).terms.discountReason).toBe('زبون قديم');
    expect((await viewOf({ ...context, role: 'viewer' }, orderId)).terms.discountReason).toBeNull();
    const stored = 'SELECT c::text AS row FROM created_orders c WHERE order_id = $1';
    const [row] = await world.system<{ row: string }>(stored, [orderId]);
    expect(row?.row).not.toContain('زبون');
    await world.system(
      `UPDATE created_orders SET created_at = now() - interval '2 years' WHERE order_id = $1`,
      [orderId],
    );
    expect(await purgeOrderCustomers()).toBe(1);
    expect((await viewOf(context, orderId)).terms.discountReason).toBeNull();
  });
});

describe('an order that replaces another one', () => {
  it('U4: creating it cancels nothing, and both orders name each other, also after the old one is cancelled', async () => {
    const old = await create();
    const replacement = await create({}, old);
    const [before, after] = [await viewOf(context, old), await viewOf(context, replacement)];
    expect([before.order.status, before.replacedBy, before.replaces]).toEqual([
      'placed',
      { orderId: replacement, number: after.order.order_number, status: 'placed' },
      null,
    ]);
    expect(after.replaces).toMatchObject({ orderId: old, status: 'placed' });
    const operationId = OperationId.parse(randomUUID());
    await setOrderStatus(context, { installId, orderId: old, operationId, status: 'cancelled' });
    expect((await viewOf(context, replacement)).replaces).toMatchObject({
      orderId: old,
      status: 'cancelled',
    });
  });

  it('an order that was never replaced names no other order', async () => {
    const view = await viewOf(context, await create());
    expect([view.replaces, view.replacedBy]).toEqual([null, null]);
  });
});
