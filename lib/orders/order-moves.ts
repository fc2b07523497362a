import { z } from 'zod';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import {
  type OrderStatus,
  type SettableOrderStatus,
  settableOrderStatuses,
} from 'commerce-platform-client/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

/**
 * Why the platform will probably refuse a status.
 *
 * - `refused`: the platform has refused the same change before.
 * - `ended`: the order is in a final status, such as cancelled.
 * - `back`: the status is an earlier step than the current one. `skips`: the change would leave out steps between the
 *   two statuses.
 * - `not_shipped`: the order must be shipped first. `shipped`, `delivered`: the request is too late, because the order
 *   is already shipped or delivered.
 */
export type RiskReason = 'refused' | 'ended' | 'back' | 'skips' | 'not_shipped' | 'shipped' | 'delivered';

/**
 * A status that a user can request for an order. The platform decides whether it accepts the status. `risk` warns of a
 * probable refusal:
 *
 * - `unlikely`: the change is not in the table of status changes that we assume (A3).
 * - `refused`: the platform has refused the same change before.
 * - null: no refusal is expected.
 *
 * `why` is the reason of the risk; null without a risk. `isBack`: the status is an earlier step, so it is no next step
 * even if the platform accepts it.
 */
export type OrderMove = {
  status: SettableOrderStatus;
  risk: 'unlikely' | 'refused' | null;
  why: RiskReason | null;
  isBack: boolean;
};

/**
 * The statuses that a user can request for an order. `next` is the most likely one; null if no status is likely.
 * `others` has all other statuses.
 */
export type OrderMoves = { next: SettableOrderStatus | null; others: OrderMove[] };

/** The usual order statuses, in the sequence in which an order gets them. */
const usualPath: readonly OrderStatus[] = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'completed',
];

/**
 * Replaces a status that is not in `usualPath` when the most likely next status is looked up in `usualPath`. An order
 * with a failed delivery is probably shipped again, as an order in `processing` is shipped.
 */
const besides: Partial<Record<OrderStatus, OrderStatus>> = { delivered_failed: 'processing' };

/**
 * Returns the statuses that a user can request for an order with the given status. The risk of a refusal comes from the
 * assumed table of status changes (A3) and from the changes that the platform has refused before (U9). Statuses with a
 * risk are also returned, because only the platform decides.
 */
export function orderMoves(status: string, refusedMoves: ReadonlySet<string>): OrderMoves {
  const from = knownKey(orderStatusMoves, status);
  const guessed: readonly string[] = from ? orderStatusMoves[from] : settableOrderStatuses;
  const reached = from ? usualPath.indexOf(from) : -1;
  const moves = settableOrderStatuses
    .filter((to) => to !== status)
    .map((to): OrderMove => {
      const move = { status: to, isBack: usualPath.includes(to) && usualPath.indexOf(to) < reached };
      if (refusedMoves.has(moveKey(status, to))) return { ...move, risk: 'refused', why: 'refused' };
      if (!from || guessed.includes(to)) return { ...move, risk: null, why: null };
      return { ...move, risk: 'unlikely', why: riskReasonOf(from, to) };
    });
  const place = from ? usualPath.indexOf(besides[from] ?? from) : usualPath.length;
  const next = place < 0 ? undefined : moves.find((to) => !to.risk && usualPath.indexOf(to.status) > place);
  return {
    next: next?.status ?? null,
    others: [...moves.filter((to) => to !== next && !to.risk), ...moves.filter(({ risk }) => risk)],
  };
}

/** Returns why a change from one status to another is not in the assumed table of status changes (A3). */
function riskReasonOf(from: OrderStatus, to: SettableOrderStatus): RiskReason {
  if (orderStatusMoves[from].length === 0) return 'ended';
  if (to === 'cancelled') return 'shipped';
  const isShipped = from === 'shipped' || from === 'delivered';
  if (to === 'delivered' || to === 'delivered_failed' || to === 'returned')
    return isShipped ? 'delivered' : 'not_shipped';
  return isShipped || from === 'delivered_failed' || usualPath.indexOf(to) < usualPath.indexOf(from)
    ? 'back'
    : 'skips';
}

/** Key of a status change in the set of refused changes: the old status, a space and the new status. */
const moveKey = (from: string, to: string) => `${from} ${to}`;

const Refused = z.object({
  code: z.literal('conflict'),
  requested: z.object({ status: z.string() }),
  details: z.object({ current_status: z.string() }),
});

/**
 * Returns the status changes that the platform has refused. The changes are read from the results of refused operations
 * (writes to the platform).
 */
export function refusedMoves(results: readonly unknown[]): Set<string> {
  const parsed = results.flatMap((result) => Refused.safeParse(result).data ?? []);
  return new Set(parsed.map(({ requested, details }) => moveKey(details.current_status, requested.status)));
}
