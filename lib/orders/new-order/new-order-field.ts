import type { DraftField } from '@/lib/orders/new-order/new-order-draft';

const fieldOfPath = new Map<string, DraftField>([
  ['items', 'lines'],
  ['discount', 'discount.amount'],
  ['discount.amount_minor', 'discount.amount'],
  ['discount.title', 'discount.title'],
  ['shipping', 'method'],
  ['shipping.method', 'method'],
  ['shipping.amount_minor', 'fee'],
  ['shipping_address', 'address.address'],
  ['shipping_address.address', 'address.address'],
  ['shipping_address.province', 'address.province'],
  ['shipping_address.city', 'address.city'],
  ['shipping_address.notes', 'address.notes'],
  ['customer', 'customer.name'],
  ['customer.name', 'customer.name'],
  ['customer.phone', 'customer.phone'],
  ['customer.email', 'customer.email'],
  ['payment_method', 'paymentMethod'],
  ['note', 'note'],
  ['tags', 'tags'],
  ['status', 'status'],
  ['currency', 'currency'],
  ['exchange_rate', 'exchange.text'],
  ['exchange_rate.scaled', 'exchange.text'],
  ['exchange_rate.scale', 'exchange.text'],
  ['attributes', 'attributes'],
]);

/**
 * Converts the path of a field of POST /orders, such as "items.0.unit_price_minor" or "tags[3]", to the name of the
 * form field. Returns null if the form has no such field.
 */
export function draftFieldOf(path: string): DraftField | null {
  const parts = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  const index = Number(parts[1]);
  if (parts[0] === 'items' && parts.length > 1 && Number.isInteger(index)) {
    if (parts[2] === 'quantity') return `lines.${index}.quantity`;
    return parts[2] === 'unit_price_minor' ? `lines.${index}.price` : `lines.${index}.name`;
  }
  if (parts[0] === 'tags' || parts[0] === 'attributes') return parts[0];
  return fieldOfPath.get(parts.slice(0, 2).join('.')) ?? null;
}
