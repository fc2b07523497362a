import 'server-only';
import { operationKinds } from '@/lib/kinds/operation-kinds.server';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { findOrderCurrencies } from '@/lib/mirror/orders/find-order-currencies.server';
import { findOrderNumbers } from '@/lib/mirror/orders/find-order-numbers.server';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import { findOrdersByNumber } from '@/lib/orders/find-orders-by-number.server';
import { findQuotesOfOperations } from '@/lib/quotes/find-quotes-of-operations.server';

/**
 * The functions of orders, quotes and other modules that the Activity screen needs. The app passes them to
 * lib/operations/activity, which must not import those modules.
 */
export const activityPorts: ActivityPorts = {
  kinds: operationKinds,
  findOrderNumbers,
  findOrderCurrencies,
  findOrdersByNumber,
  findQuotesOfOperations,
  markOrderDirty,
};
