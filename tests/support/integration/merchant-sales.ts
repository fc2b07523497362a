import { z } from 'zod';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Movement } from 'commerce-platform-client/contract/inventory';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import { Product, Variant } from 'commerce-platform-client/contract/products';
import type { AppWorld } from './app-world';

const Dump = z.object({
  orders: z.array(OrderDetail),
  products: z.array(Product.extend({ variants: z.array(Variant.extend({ stock: z.int() })) })),
  movements: z.array(Movement),
  discounts: z.array(Discount),
});

/** Returns everything that the sandbox stores for a store. The read does not use the request budget of the install. */
export async function platformStateOf(world: AppWorld, store: number): Promise<z.infer<typeof Dump>> {
  return Dump.parse(await world.sandbox.control('GET', `/dump?store_id=${world.stores[store]?.id}`));
}

/** Creates an order in a store outside the app. The platform sends the webhook event order.created for it. */
export async function sellElsewhere(
  world: AppWorld,
  store: number,
  change: { source?: 'storefront' | 'pos' } = {},
): Promise<OrderDetail> {
  const { products } = await platformStateOf(world, store);
  const variant = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .find(({ status, stock }) => status === 'active' && stock > 0);
  const answer = await world.sandbox.control('POST', '/orders', {
    store_id: world.stores[store]?.id,
    source: 'storefront',
    items: [{ variant_id: variant?.id, quantity: 1 }],
    ...change,
  });
  return z.object({ data: OrderDetail }).parse(answer).data;
}
