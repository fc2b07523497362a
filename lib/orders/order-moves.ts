import { z } from 'zod';
import { orderStatusMoves } from '@/lib/platform/assumptions';
import {
  type OrderStatus,
  type SettableOrderStatus,
  settableOrderStatuses,
} from '@/lib/platform/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

/**
 * A status that the merchant can request for an order. `risk` is set if the platform will probably refuse the status:
 * `unlikely` if the assumed table of moves does not allow the change (A3), `refused` if the platform refused the same
 * change before. The platform decides.
 */
export type OrderMove = { status: SettableOrderStatus; risk: 'unlikely' | 'refused' | null };

/**
 * The statuses that can be requested for an order. `next` is the most likely one, or null if there is none. `others`
 * has all the rest.
 */
export type OrderMoves = { next: SettableOrderStatus | null; others: OrderMove[] };

/** The usual sequence of order statuses, if nothing fails. */
const usualPath: readonly OrderStatus[] = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'completed',
];

/** For a status outside `usualPath`: the status of `usualPath` after which the likely next status is searched. */
const besides: Partial<Record<OrderStatus, OrderStatus>> = { delivered_failed: 'processing' };

/**
 * Returns the statuses that can be requested for an order with this status. Each is classified by the assumed table of
 * moves (A3) and by the moves that the platform has refused (U9). No status is hidden for these reasons, because the
 * platform decides.
 */
export function orderMoves(status: string, refusedMoves: ReadonlySet<string>): OrderMoves {
  const from = knownKey(orderStatusMoves, status);
  const guessed: readonly string[] = from ? orderStatusMoves[from] : settableOrderStatuses;
  const moves = settableOrderStatuses
    .filter((to) => to !== status)
    .map((to): OrderMove => {
      if (refusedMoves.has(moveKey(status, to))) return { status: to, risk: 'refused' };
      return { status: to, risk: guessed.includes(to) ? null : 'unlikely' };
    });
  const place = from ? usualPath.indexOf(besides[from] ?? from) : usualPath.length;
  const next = place < 0 ? undefined : moves.find((to) => !to.risk && usualPath.indexOf(to.status) > place);
  return {
    next: next?.status ?? null,
    others: [...moves.filter((to) => to !== next && !to.risk), ...moves.filter(({ risk }) => risk)],
  };
}

/** Key of a status move in the set of refused moves: the old status, a space and the new status. */
export const moveKey = (from: string, to: string) => `${from} ${to}`;

const Refused = z.object({
  code: z.literal('conflict'),
  requested: z.object({ status: z.string() }),
  details: z.object({ current_status: z.string() }),
});

/** Returns the status moves that the platform refused, read from the results of refused operations. */
export function refusedMoves(results: readonly unknown[]): Set<string> {
  const parsed = results.flatMap((result) => Refused.safeParse(result).data ?? []);
  return new Set(parsed.map(({ requested, details }) => moveKey(details.current_status, requested.status)));
}
