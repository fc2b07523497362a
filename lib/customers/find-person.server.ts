import 'server-only';
import { parcelOf } from '@/lib/customers/parcel-of';
import { type AgreedPrice, type Person, type PersonOrder, warnedParcels } from '@/lib/customers/person';
import type { PersonQuery } from '@/lib/customers/person-query';
import { findRefusedStops } from '@/lib/deliveries/find-refused-stops.server';
import { readRemaining } from '@/lib/deliveries/read-remaining.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { findOrders, type MirroredOrder } from '@/lib/mirror/orders/find-orders.server';
import {
  findOrdersOfPhone,
  keepsCustomers,
  mayKnowCustomers,
} from '@/lib/orders/list/find-customer-orders.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { findQuotesOfPhone } from '@/lib/quotes/list-quotes.server';
import { readPhone } from '@/lib/shared/phone';
import { hasRight } from '@/lib/shared/roles/roles';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/** Maximum number of orders that the result of findPerson lists. */
const ordersMax = 100;

/**
 * Returns what the app has stored about the person with the given phone number; null if there is nothing. The number is
 * found by its keyed hash, so every notation of the number gives the same person. The result is also null if the user
 * has no right to see personal data. Without the scope clients:read, only quotes and orders that the app created count.
 * Without the scope orders:read, only quotes count.
 */
export async function findPerson(
  context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'role' | 'scopes'>,
  { phone }: PersonQuery,
): Promise<Person | null> {
  const { installId, db, store, role, scopes } = context;
  const reading = readPhone(phone, store.country);
  if (!reading.ok || !hasRight(role, 'see_personal_data')) return null;
  return db.transaction(async (tx) => {
    await forceIndexScans(tx);
    const found = scopes.has('orders:read')
      ? await findOrdersOfPhone(tx, context, { phone: reading.e164, limit: ordersMax })
      : { total: 0, orders: [] };
    const ids = found.orders.map(({ id }) => id);
    const { orders, details, names } = await readPersonOrders(tx, installId, ids);
    const quotes = await findQuotesOfPhone(tx, installId, reading.e164);
    if (orders.length === 0 && quotes.length === 0) return null;
    const remaining = hasRight(role, 'see_cash') ? await readRemaining(tx, installId, orders) : undefined;
    const parcels = orders.filter(({ parcel }) => parcel !== null).slice(0, warnedParcels.count);
    const created = new Set(found.orders.filter(({ isCreated }) => isCreated).map(({ id }) => id));
    return {
      phone: reading.e164,
      name: [...names, ...quotes.map(({ customerName }) => customerName)].find(Boolean) ?? null,
      orders,
      orderCount: found.total,
      refused: countRefused(orders),
      ...(remaining && { remaining }),
      lastParcels: { count: parcels.length, refused: countRefused(parcels) },
      quotes: quotes.map(({ id, number, state, total, updatedAt }) => ({
        id,
        number: number ?? '',
        state,
        isOpen: state === 'sent' || state === 'opened',
        total,
        updatedAt,
      })),
      prices: [...addAgreedPrices(new Map(), created, { orders, details }).values()],
    };
  });
}

/**
 * Returns true if findPerson also searches orders that the app did not create. If it returns false, a person may have
 * orders in the store that findPerson does not find.
 */
export async function areOthersKept(
  context: Pick<InstallContext, 'installId' | 'db' | 'role' | 'scopes'>,
): Promise<boolean> {
  const { installId, db } = context;
  if (!mayKnowCustomers(context)) return false;
  const [row] = await db.transaction(
    (tx) => tx.$queryRaw<{ isKept: boolean }[]>`SELECT ${keepsCustomers(installId)} AS "isKept"`,
  );
  return row?.isKept === true;
}

/** Orders of a person, with their details and the known names of their customers. */
type PersonOrders = {
  orders: PersonOrder[];
  details: ReadonlyMap<string, MirroredOrder>;
  names: (string | null)[];
};

/** Reads orders of a person by id, in the sequence of `ids`. Orders that are deleted or unknown are left out. */
export async function readPersonOrders(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<PersonOrders> {
  const rows = await readOrderRows(tx, { installId, mayKnow: true }, ids);
  const details = await findOrders(tx, installId, ids);
  const refusedStops = await findRefusedStops(tx, installId, ids);
  const orders = rows.map((row): PersonOrder => {
    const { id, order_number: number, status, total, created_at: createdAt, itemsSummary } = row;
    const fulfillments = details.get(id)?.lines?.fulfillments ?? null;
    return {
      id,
      number,
      status,
      total,
      createdAt,
      firstItem: itemsSummary?.name ?? null,
      moreItems: itemsSummary?.moreLines ?? 0,
      parcel: parcelOf({ status, fulfillments, isStopRefused: refusedStops.has(id) }),
    };
  });
  return { orders, details, names: rows.map(({ customerName }) => customerName) };
}

const countRefused = (orders: PersonOrder[]) => orders.filter(({ parcel }) => parcel === 'refused').length;

/**
 * Adds to `prices` the price of each variant in the given orders, and returns `prices`. If several orders have the
 * variant, the newest order counts. Orders whose ids are not in `created` are ignored. A variant that is already in
 * `prices` keeps its price, so orders must be added from the newest to the oldest.
 */
export function addAgreedPrices(
  prices: Map<string, AgreedPrice>,
  created: ReadonlySet<string>,
  { orders, details }: Pick<PersonOrders, 'orders' | 'details'>,
): Map<string, AgreedPrice> {
  for (const { id, createdAt } of orders)
    for (const { variant_id: variantId, name, unit_price: price } of details.get(id)?.lines?.items ?? [])
      if (created.has(id) && variantId !== null && !prices.has(variantId))
        prices.set(variantId, { variantId, name, price, at: createdAt });
  return prices;
}
