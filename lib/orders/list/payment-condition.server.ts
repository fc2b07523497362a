import 'server-only';
import { restUnpaid } from '@/lib/orders/list/payment-filter';
import { Prisma } from '@/lib/system/generated/prisma/client';

/**
 * SQL condition of `restUnpaid` on the order `o`. It is the predicate of the indexes orders_rest_unpaid and
 * orders_rest_unpaid_by_status, word for word. The values are literals, so that PostgreSQL can use these indexes.
 */
const isRestUnpaid = Prisma.sql`(o.payment_status = 'partially_refunded'
  AND o.status NOT IN ('cancelled', 'returned', 'refunded')
  AND o.total_minor > 0 AND NOT is_order_paid(o.payment_status, o.total_minor, o.header))`;

/** SQL condition: the order `o` matches one value of the payment filter. An index scan can apply the condition. */
export function paymentIs(value: string): Prisma.Sql {
  return value === restUnpaid ? isRestUnpaid : Prisma.sql`o.payment_status = ${value}`;
}

/** SQL condition: the order `o` matches at least one of the values of the payment filter. */
export function paymentIsOneOf(values: readonly string[]): Prisma.Sql {
  const statuses = Prisma.sql`o.payment_status = ANY(${[...values]})`;
  return values.includes(restUnpaid) ? Prisma.sql`(${statuses} OR ${isRestUnpaid})` : statuses;
}
