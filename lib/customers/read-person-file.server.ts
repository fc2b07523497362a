import 'server-only';
import { findPerson } from '@/lib/customers/find-person.server';
import type { Person, PersonFile } from '@/lib/customers/person';
import type { PersonQuery } from '@/lib/customers/person-query';
import { findStopsOfPerson } from '@/lib/deliveries/find-stops-of-person.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOrderLinks } from '@/lib/orders/link/find-order-links.server';
import { readPhone } from '@/lib/shared/phone';
import { hasRight } from '@/lib/shared/roles/roles';

/**
 * Returns what a file says about the person with this phone number: what findPerson returns, the stops on delivery
 * sheets, and the confirmation links. The stops and links are those of the person and of the person's orders. Null if
 * there is nothing, or without the right to see personal data. A person can be on a delivery sheet although the app
 * knows no order of the person: the customers of orders that the app did not create are stored only with the setting
 * `keepsCustomers`.
 */
export async function readPersonFile(
  context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>,
  query: PersonQuery,
): Promise<PersonFile | null> {
  const { installId, db, store, role } = context;
  const reading = readPhone(query.phone, store.country);
  if (!reading.ok || !hasRight(role, 'see_personal_data')) return null;
  const phone = reading.e164;
  const person = await findPerson(context, query);
  const orderIds = person?.orders.map(({ id }) => id) ?? [];
  return db.transaction(async (tx) => {
    const stops = await findStopsOfPerson(tx, installId, { phone, country: store.country, orderIds });
    const links = await findOrderLinks(tx, installId, { phone, orderIds });
    if (person) return { ...person, stops, links };
    if (stops.length === 0 && links.length === 0) return null;
    const name = stops.find(({ content }) => content?.name)?.content?.name ?? null;
    return { ...nobody, phone, name, stops, links };
  });
}

const nobody: Omit<Person, 'phone' | 'name'> = {
  orders: [],
  orderCount: 0,
  refused: 0,
  lastParcels: { count: 0, refused: 0 },
  quotes: [],
  prices: [],
};
