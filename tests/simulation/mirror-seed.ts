import type { AppRecord } from '@/sandbox/world/records';
import type { Clock } from '@/sandbox/world/clock';
import type { WorldOrigin } from '@/sandbox/world/journal';
import { Random } from '@/sandbox/world/random';
import { seedCatalogue } from '@/sandbox/world/seed-catalogue';
import { seedCustomers } from '@/sandbox/world/seed-customers';
import { seedDiscounts } from '@/sandbox/world/seed-discounts';
import { seedOrders } from '@/sandbox/world/seed-orders';
import { seededStores } from '@/sandbox/world/seed-stores';
import { World } from '@/sandbox/world/world';

const products = 7;

/**
 * Replaces the function seedWorld of the sandbox. It creates only one small store, chosen from the sandbox's
 * four stores, because a simulation creates a thousand worlds and this must be fast.
 */
export function seedWorld(origin: WorldOrigin, clock: Clock, app: AppRecord, address: string): World {
  const { seed, base_ms: baseMs, orders } = origin;
  const world = new World(seed, clock, address);
  clock.advance(Math.max(0, baseMs - clock.now()));
  world.apps.put(app);
  const random = new Random(`${seed}/small`);
  const store = world.stores.put({
    ...random.pick(seededStores),
    id: world.newId('store'),
    location_ids: [world.newId('loc')],
    fx_as_of: new Date(baseMs).toISOString(),
  });
  world.counters.put({ id: store.id, event: 0, order: 0, movement: 0 });
  seedCatalogue(world, store, random, products, baseMs);
  seedDiscounts(world, store, random, baseMs);
  seedOrders(world, store, orders, baseMs, seedCustomers(world, store, random, 3));
  world.takeChanges();
  return world;
}
