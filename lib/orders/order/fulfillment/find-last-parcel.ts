import { deliversOrder } from '@/lib/orders/order/primary-action';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';

type ParcelFacts = { status: string; lines: Pick<OrderDetail, 'items' | 'fulfillments'> | null };

/**
 * Returns the id of the only shipment that is on the way, if the order is delivered as soon as this shipment is
 * delivered (FUL-5). Such a shipment is marked as delivered, as by the main button of the order page, and the platform
 * then changes the status of the order. Otherwise, the result is undefined, and only the status of the order is
 * changed.
 *
 * The platform moves only an order with the status shipped to delivered. With another status, the shipment would change
 * but the order would not, and nobody would notice. Pure function.
 */
export function findLastParcel({ status, lines }: ParcelFacts): string | undefined {
  if (status !== 'shipped' || lines === null) return undefined;
  const [parcel, ...others] = lines.fulfillments.filter((one) => one.status === 'shipped');
  if (!parcel || others.length > 0) return undefined;
  return deliversOrder(lines, new Set([parcel.id])) ? parcel.id : undefined;
}
