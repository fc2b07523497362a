import type { z } from 'zod';
import type { Discount } from 'commerce-platform-client/contract/discounts';
import type { Movement } from 'commerce-platform-client/contract/inventory';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import type { Product } from 'commerce-platform-client/contract/products';
import type { World } from '@/sandbox/world/world';
import { projectProduct } from './catalogue';
import { projectDiscount } from './discounts';
import { projectMovement } from './inventory';
import { projectOrderDetail } from '@/sandbox/domain/orders/order-answers';
import { type Refusal, refuse } from './refusal';

type StoreDump = {
  orders: z.input<typeof OrderDetail>[];
  products: z.input<typeof Product>[];
  movements: z.input<typeof Movement>[];
  discounts: z.input<typeof Discount>[];
};

/**
 * Returns all data of a store, oldest first, without charging a request budget. Tests compare the app's mirror (its
 * copy of the store's data) with the result, to verify that the mirror is complete (sandbox-control: dump).
 *
 * The records have the same fields as in the API for an install with every scope. Order attributes are those of the app
 * `appId`, or of the registered app if `appId` is omitted. In addition to the API, variants have the merchant's stock
 * and stock_policy. An unknown store or app is refused with 404.
 */
export function dumpStore(world: World, storeId: string, appId?: string): StoreDump | Refusal {
  const app = appId === undefined ? world.apps.values()[0] : world.apps.get(appId);
  if (!world.stores.get(storeId) || !app) return refuse('not_found', 'no such store or app');
  const reader = { appId: app.id, personalData: true };
  return {
    orders: world.orders.inStore(storeId).map((order) => projectOrderDetail(order, reader)),
    products: world.products.inStore(storeId).map((product) => {
      const shown = projectProduct(world, product, true);
      const variants = shown.variants?.map((variant, index) => {
        const { stock, stock_policy } = product.variants[index] ?? {};
        return { ...variant, stock, stock_policy };
      });
      return { ...shown, variants };
    }),
    movements: world.movements.inStore(storeId).map(projectMovement),
    discounts: world.discounts.inStore(storeId).map((row) => projectDiscount(world, row)),
  };
}
