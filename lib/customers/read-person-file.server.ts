import 'server-only';
import { addAgreedPrices, findPerson, readPersonOrders } from '@/lib/customers/find-person.server';
import type { AgreedPrice, PersonFile } from '@/lib/customers/person';
import type { PersonQuery } from '@/lib/customers/person-query';
import { findStopsOfPerson } from '@/lib/deliveries/find-stops-of-person.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findOrdersOfPhone } from '@/lib/orders/list/find-customer-orders.server';
import { findOrderLinkIds, readOrderLinks } from '@/lib/orders/link/find-order-links.server';
import { findQuotesOfPerson } from '@/lib/quotes/erasing/find-quotes-of-person.server';
import { readPhone } from '@/lib/shared/phone';
import { hasRight } from '@/lib/shared/roles/roles';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/**
 * Number of orders or links whose details are in memory at the same time. Only the ids of the other orders and links
 * are in memory.
 */
const pageSize = 100;

/**
 * Returns the contents of an export file about the person with the given phone number: orders, quotes, agreed prices,
 * stops of delivery sheets and confirmation links. The same orders count as in findPerson. Returns null if the app has
 * no data of the person, or if the user may not see personal data.
 *
 * The stops are searched by the phone number and by the orders of the person. The orders alone are not enough: the
 * customer of an order that another app created is stored only with the setting `keepsCustomers`.
 */
export async function readPersonFile(
  context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>,
  query: PersonQuery,
): Promise<PersonFile | null> {
  const { installId, db, store, role, scopes } = context;
  const reading = readPhone(query.phone, store.country);
  if (!reading.ok || !hasRight(role, 'see_personal_data')) return null;
  const phone = reading.e164;
  const person = await findPerson(context, query);
  const { found, stops, linkIds } = await db.transaction(async (tx) => {
    await forceIndexScans(tx);
    const all = { phone, limit: null };
    const { orders } = scopes.has('orders:read') ? await findOrdersOfPhone(tx, context, all) : { orders: [] };
    const orderIds = orders.map(({ id }) => id);
    return {
      found: orders,
      stops: await findStopsOfPerson(tx, context, { phone, country: store.country, orderIds }),
      linkIds: await findOrderLinkIds(tx, installId, { phone, orderIds }),
    };
  });
  const quotes = findQuotesOfPerson({ installId, db, store, phone });
  const firstQuotes = await quotes.next();
  if (found.length + stops.length + linkIds.length === 0 && firstQuotes.done) return null;
  const quoted = firstQuotes.value?.flatMap(({ contents }) => contents) ?? [];
  const names = [
    ...stops.map(({ content }) => content?.name),
    ...quoted.map(({ customer }) => customer.name),
  ];
  const created = new Set(found.flatMap(({ id, isCreated }) => (isCreated ? [id] : [])));
  const prices = new Map<string, AgreedPrice>();
  const orderIds = found.map(({ id }) => id);
  return {
    phone,
    name: person?.name ?? names.find(Boolean) ?? null,
    orderCount: found.length,
    lastParcels: person?.lastParcels ?? { count: 0, refused: 0 },
    orders: inPages(orderIds, async (tx, ids) => {
      const page = await readPersonOrders(tx, installId, ids);
      addAgreedPrices(prices, created, page);
      return page.orders;
    }),
    quotes: resumed(firstQuotes, quotes),
    prices: (async function* () {
      yield [...prices.values()];
    })(),
    stops: (async function* () {
      yield stops;
    })(),
    links: inPages(linkIds, (tx, ids) => readOrderLinks(tx, installId, ids)),
  };

  async function* inPages<Row>(
    ids: readonly string[],
    read: (tx: Tx, ids: readonly string[]) => Promise<Row[]>,
  ): AsyncGenerator<Row[], void, unknown> {
    for (let from = 0; from < ids.length; from += pageSize)
      yield await db.transaction(async (tx) => {
        await forceIndexScans(tx);
        return read(tx, ids.slice(from, from + pageSize));
      });
  }
}

/** Returns all pages of a generator, including its first page, which was already read. */
async function* resumed<Row>(
  first: IteratorResult<Row[], void>,
  others: AsyncGenerator<Row[], void, unknown>,
): AsyncGenerator<Row[], void, unknown> {
  if (first.done) return;
  yield first.value;
  yield* others;
}
