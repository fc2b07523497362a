import type { Random } from './random';
import type { CustomerRecord, StoreRecord } from './records';
import { people } from './seed-words';
import type { World } from './world';

/**
 * The format of mobile phone numbers by country: the possible prefixes, and the number of digits after the
 * prefix.
 */
const mobiles: Record<string, { prefixes: string[]; digits: number }> = {
  SY: { prefixes: ['+96393', '+96394', '+96395', '+96398', '+96399'], digits: 7 },
  LB: { prefixes: ['+9613', '+96170', '+96171', '+96176'], digits: 6 },
  KW: { prefixes: ['+9655', '+9656', '+9659'], digits: 7 },
  AE: { prefixes: ['+97150', '+97152', '+97154', '+97155', '+97156'], digits: 7 },
};

/** Generates past customers. Each has a unique phone number, because the phone number links orders to customers. */
export function seedCustomers(
  world: World,
  store: StoreRecord,
  random: Random,
  count: number,
): CustomerRecord[] {
  const names = people[store.locale];
  const mobile = mobiles[store.country] ?? { prefixes: ['+96393'], digits: 7 };
  const phones = new Set<string>();
  while (phones.size < count)
    phones.add(random.pick(mobile.prefixes) + random.int(10 ** (mobile.digits - 1), 10 ** mobile.digits - 1));
  return [...phones].map((phone, index) =>
    world.customers.put({
      id: world.newId('cust'),
      store_id: store.id,
      phone,
      first_name: random.pick(names.first),
      last_name: random.pick(names.last),
      email: random.chance(0.25) ? `${store.slug}.customer${index + 1}@example.com` : null,
    }),
  );
}
