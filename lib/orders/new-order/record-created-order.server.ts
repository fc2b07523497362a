import 'server-only';
import { findVariants } from '@/lib/catalogue/find-variants.server';
import { OperationTarget } from '@/lib/operations/sending/operation-kind.server';
import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { OperationId } from '@/lib/shared/operation-id';
import type { Money } from '@/lib/shared/numbers/money';
import { decrypt, encrypt, orUnreadable, type Place } from '@/lib/system/keys/crypto';
import { openCustomer, sealCustomer } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import { type CreatedOrder, Prisma } from '@/lib/system/generated/prisma/client';

type NewCreatedOrder = {
  installId: InstallId;
  orderId: string;
  operationId: OperationId;
  /** The body of the request that created the order. */
  body: CreateOrderBody;
};

/**
 * Records that the app created an order. The row has data that the platform does not return: payment method, customer,
 * reason of the discount, the store's prices at that time, and the order that the new order replaces. The customer and
 * the reason of the discount are encrypted. The customer also has keyed hashes for the search (D5).
 */
export async function recordCreatedOrder(
  tx: Tx,
  { installId, orderId, operationId, body }: NewCreatedOrder,
): Promise<void> {
  const operation = await tx.operation.findUnique({
    where: { installId_id: { installId, id: operationId } },
    select: { target: true },
  });
  const reason = body.discount?.title ?? null;
  await tx.createdOrder.create({
    data: {
      installId,
      orderId,
      operationId,
      paymentMethod: body.payment_method,
      ...sealCustomer('created_orders', { installId, id: orderId }, body.customer),
      discountReasonEnc: reason === null ? null : encrypt(reason, reasonPlace({ installId, orderId })),
      storePrices: await storePricesOf(tx, installId, body),
      replacesOrderId: OperationTarget.parse(operation?.target ?? {}).replaces ?? null,
    },
  });
}

/**
 * Returns the store prices of the variants in an order, keyed by variant id. The result has no entry for a variant
 * whose price is not known.
 */
async function storePricesOf(
  tx: Tx,
  installId: InstallId,
  { items }: CreateOrderBody,
): Promise<Record<string, Money>> {
  const found = await findVariants(
    tx,
    installId,
    items.flatMap(({ variant_id }) => variant_id ?? []),
  );
  const prices: Record<string, Money> = {};
  for (const [id, variant] of found) {
    const { price } = variant.hit(false);
    if (price) prices[id] = price;
  }
  return prices;
}

const reasonPlace = ({ installId, orderId }: Pick<CreatedOrder, 'installId' | 'orderId'>): Place => ({
  installId,
  column: 'created_orders.discount_reason_enc',
  row: [orderId],
});

/**
 * Returns the record of a created order for another install, with the values encrypted for that install. A value that
 * cannot be decrypted is left out.
 */
export function recordForInstall(
  row: CreatedOrder,
  installId: InstallId,
): Prisma.CreatedOrderCreateManyInput {
  const customer = customerOfOrder(row);
  const reason = discountReasonOfOrder(row);
  const sealed = sealCustomer(
    'created_orders',
    { installId, id: row.orderId },
    customer ?? { name: '', phone: '' },
  );
  return {
    ...row,
    installId,
    ...sealed,
    discountReasonEnc: reason === null ? null : encrypt(reason, reasonPlace({ ...row, installId })),
    storePrices: row.storePrices ?? Prisma.DbNull,
  };
}

/**
 * Returns the customer of an order; null if no customer is stored, if the customer was deleted or if it cannot be
 * decrypted. `table` is the table that has the row: `created_orders` for an order that the app created,
 * `order_customers` for any other order.
 */
function customerOfOrder(
  { installId, orderId, customerEnc }: Pick<CreatedOrder, 'installId' | 'orderId' | 'customerEnc'>,
  table: 'created_orders' | 'order_customers' = 'created_orders',
) {
  if (customerEnc === null) return null;
  const customer = orUnreadable(() => openCustomer(table, { installId, id: orderId }, customerEnc));
  return customer === 'unreadable' ? null : customer;
}

/**
 * Returns the customer of an order from the encrypted values of both tables: `created` from `created_orders`, and `kept`
 * from `order_customers`. Null if neither has a customer that can be decrypted.
 */
export function knownCustomer(
  installId: string,
  { id, created, kept }: { id: string; created: string | null; kept: string | null },
) {
  const key = { installId, orderId: id };
  return (
    customerOfOrder({ ...key, customerEnc: created }) ??
    customerOfOrder({ ...key, customerEnc: kept }, 'order_customers')
  );
}

/**
 * Returns the reason of an order's discount; null if no reason is stored, if it was deleted or if it cannot be
 * decrypted.
 */
export function discountReasonOfOrder(
  row: Pick<CreatedOrder, 'installId' | 'orderId' | 'discountReasonEnc'>,
): string | null {
  const { discountReasonEnc } = row;
  if (discountReasonEnc === null) return null;
  const read = orUnreadable(() => ({ reason: decrypt(discountReasonEnc, reasonPlace(row)) }));
  return read === 'unreadable' ? null : read.reason;
}
