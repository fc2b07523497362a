import 'server-only';
import type { CreateOrderBody } from '@/lib/platform/contract/orders';
import type { InstallId, OperationId } from '@/lib/shared/ids';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { openCustomer, sealCustomer } from '@/lib/system/keys/customer-columns';
import type { Tx } from '@/lib/system/db';
import type { CreatedOrder } from '@/lib/system/generated/prisma/client';

type NewCreatedOrder = {
  installId: InstallId;
  orderId: string;
  operationId: OperationId;
  /** The request that created the order. */
  body: CreateOrderBody;
};

/**
 * Records that the app created an order, with what lists of the platform do not return: the payment method, and the
 * customer's name and phone. The customer is encrypted and has keyed hashes for the search (D5).
 */
export async function recordCreatedOrder(
  tx: Tx,
  { installId, orderId, operationId, body: { payment_method: paymentMethod, customer } }: NewCreatedOrder,
): Promise<void> {
  const sealed = sealCustomer('created_orders', { installId, id: orderId }, customer);
  await tx.createdOrder.create({ data: { installId, orderId, operationId, paymentMethod, ...sealed } });
}

/**
 * Returns the stored row of a created order for another install, with the customer encrypted for that install. A
 * customer that cannot be decrypted is left out.
 */
export function recordForInstall(row: CreatedOrder, installId: InstallId): CreatedOrder {
  const customer = customerOfOrder(row);
  const sealed = sealCustomer(
    'created_orders',
    { installId, id: row.orderId },
    customer ?? { name: '', phone: '' },
  );
  return { ...row, installId, ...sealed };
}

/** Returns the customer of an order; null if none is stored, if it was deleted or if it cannot be decrypted. */
export function customerOfOrder({
  installId,
  orderId,
  customerEnc,
}: Pick<CreatedOrder, 'installId' | 'orderId' | 'customerEnc'>) {
  if (customerEnc === null) return null;
  const customer = orUnreadable(() =>
    openCustomer('created_orders', { installId, id: orderId }, customerEnc),
  );
  return customer === 'unreadable' ? null : customer;
}
