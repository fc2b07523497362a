import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { hasRight } from '@/lib/shared/roles/roles';
import { type CustomerKeys, customerKeys } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';

/** Maximum number of orders that a search finds by customer. With more, it finds the newest. */
const foundMax = 500;

/** Whether the reader may see customers: by the role, and by the scope under which the platform shows them. */
export function mayKnowCustomers({ role, scopes }: Pick<InstallContext, 'role' | 'scopes'>): boolean {
  return hasRight(role, 'see_personal_data') && scopes.has('clients:read');
}

/**
 * Returns the ids of orders that the app created for a customer: `q` is the customer's whole phone number in any
 * notation, or whole words of the name, all of them. Customers are stored encrypted and found by keyed hashes. A reader
 * who may not see customers finds none.
 */
export async function findCustomerOrders(
  tx: Tx,
  context: Pick<InstallContext, 'installId' | 'store' | 'role' | 'scopes'>,
  q: string | undefined,
): Promise<string[]> {
  if (!q || !mayKnowCustomers(context)) return [];
  const { installId, store } = context;
  const conditions = conditionsOf(customerKeys('created_orders', { installId, country: store.country }, q));
  if (conditions.length === 0) return [];
  const rows = await tx.$queryRaw<{ order_id: string }[]>`
    SELECT order_id FROM created_orders WHERE install_id = ${installId} AND (${Prisma.join(conditions, ' OR ')})
    ORDER BY created_at DESC LIMIT ${foundMax}`;
  return rows.map(({ order_id }) => order_id);
}

function conditionsOf({ phone, words }: CustomerKeys): Prisma.Sql[] {
  const named = words.map((keys) => Prisma.sql`name_keys && ${keys}::text[]`);
  return [
    ...(phone ? [Prisma.sql`phone_key = ANY(${phone})`] : []),
    ...(named.length > 0 ? [Prisma.sql`(${Prisma.join(named, ' AND ')})`] : []),
  ];
}
