import 'server-only';
import type { OrderCustomer, OrderDetail } from 'commerce-platform-client/contract/orders';
import { defaultRetentionDays } from '@/lib/shared/orders/default-retention';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { readPhone } from '@/lib/shared/phone';
import type { Tx } from '@/lib/system/db';
import { type Customer, sealCustomer } from '@/lib/system/keys/customer-columns';
import { cutText } from '@/lib/shared/text/cut-text';

/**
 * Stores the customer of an order, encrypted and with keyed hashes for the search (D5). The customer is stored only if
 * all of these conditions are met:
 * - This app did not create the order. The customer of an order that it created is already in `created_orders`.
 * - The store's setting `keepsCustomers` is on.
 * - The order is not older than the retention time.
 * - The app has the scope clients:read. Without this scope, the response has no customer.
 * - No user has erased the customer of this order.
 */
export async function keepCustomer(
  tx: Tx,
  installId: InstallId,
  order: Pick<OrderDetail, 'id' | 'customer' | 'created_at'>,
): Promise<void> {
  const { id, customer, created_at: createdAt } = order;
  if (!customer) return;
  const [keeping] = await tx.$queryRaw<{ country: string }[]>`
    SELECT i.country FROM settings s JOIN installs i ON i.install_id = s.install_id
    LEFT JOIN settings days ON days.install_id = s.install_id AND days.name = 'quoteDataDays'
      AND jsonb_typeof(days.value) = 'number'
    WHERE s.install_id = ${installId} AND s.name = 'keepsCustomers' AND s.value = 'true'
      AND i.effective_scopes @> '{clients:read}'
      AND ${createdAt}::timestamptz >= now() - coalesce((days.value #>> '{}')::int, ${defaultRetentionDays}) * interval '1 day'
      AND NOT EXISTS (SELECT 1 FROM created_orders c WHERE c.install_id = ${installId} AND c.order_id = ${id})
      AND NOT EXISTS (SELECT 1 FROM order_customers e
        WHERE e.install_id = ${installId} AND e.order_id = ${id} AND e.customer_enc IS NULL)`;
  if (!keeping) return;
  const key = { installId, orderId: id };
  const { customerEnc, ...hashes } = sealCustomer(
    'order_customers',
    { installId, id },
    nameAndPhone(customer, keeping.country),
  );
  // A user may erase the customer while this transaction runs, so the write has the condition that the customer is not
  // erased. PostgreSQL checks this condition again after it has waited for the lock of the row.
  const notErased = { ...key, customerEnc: { not: null } };
  if (customerEnc === null) {
    await tx.orderCustomer.deleteMany({ where: notErased });
    return;
  }
  const { count } = await tx.orderCustomer.createMany({
    data: { ...key, createdAt: new Date(createdAt), customerEnc, ...hashes },
    skipDuplicates: true,
  });
  if (count === 0) await tx.orderCustomer.updateMany({ where: notErased, data: { customerEnc, ...hashes } });
}

/**
 * Joins the parts of the customer's name. Converts a valid phone number to the E.164 format, so that a search finds it.
 */
function nameAndPhone({ first_name, last_name, phone }: OrderCustomer, country: string): Customer {
  const read = readPhone(phone ?? '', country);
  return {
    name: cutText([first_name, last_name].filter((part) => part?.trim()).join(' '), 300),
    phone: read.ok ? read.e164 : cutText(phone ?? '', 50),
  };
}
