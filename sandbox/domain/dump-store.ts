import type { z } from 'zod';
import type { Discount } from '@/lib/platform/contract/discounts';
import type { Movement } from '@/lib/platform/contract/inventory';
import type { OrderDetail } from '@/lib/platform/contract/orders';
import type { Product } from '@/lib/platform/contract/products';
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
 * A store's whole truth, outside every budget, oldest first: the oracle of convergence (sandbox-control: dump). Each
 * as the API shows it to an install with every scope; attributes are those of the app, the registered one unless
 * named. A variant's stock and
 * stock_policy go with it, as the merchant keeps them. 404 for an unknown store or app.
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
