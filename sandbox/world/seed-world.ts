import type { AppRecord } from './records';
import type { Clock } from './clock';
import type { WorldOrigin } from './journal';
import { Random } from './random';
import { seedCatalogue } from './seed-catalogue';
import { seedCustomers } from './seed-customers';
import { seedDiscounts } from './seed-discounts';
import { seedOrders } from './seed-orders';
import { seededStores } from './seed-stores';
import { World } from './world';

const productsOfFirstStore = 400;
const ordersOfOtherStores = 60;
/**
 * Number of products of each store except the first. With this number, no English product name repeats. Each of the 3
 * categories has 20 products, and at least 20 names (4 nouns with 5 qualities each).
 */
const productsOfOtherStores = 60;

/**
 * Creates the sandbox's world (its whole state) from a seed. The same seed and start time (baseMs) always give the same
 * ids and data.
 */
export function seedWorld(origin: WorldOrigin, clock: Clock, app: AppRecord, address: string): World {
  const { seed, base_ms: baseMs } = origin;
  const world = new World(seed, clock, address);
  // The clock is advanced to the start time, so that new records have a later time than the generated past.
  clock.advance(Math.max(0, baseMs - clock.now()));
  world.apps.put(app);
  for (const [index, profile] of seededStores.entries()) {
    const random = new Random(`${seed}/${profile.slug}`);
    const store = world.stores.put({
      ...profile,
      id: world.newId('store'),
      location_ids: [world.newId('loc')],
      fx_as_of: new Date(baseMs).toISOString(),
    });
    const orders = index === 0 ? origin.orders : ordersOfOtherStores;
    world.counters.put({ id: store.id, event: 0, order: 0, movement: 0 });
    seedCatalogue(world, store, random, index === 0 ? productsOfFirstStore : productsOfOtherStores, baseMs);
    seedDiscounts(world, store, random, baseMs);
    const customers = seedCustomers(world, store, random, Math.min(2000, Math.ceil(orders / 3)));
    seedOrders(world, store, orders, baseMs, customers);
  }
  world.takeChanges();
  return world;
}
