import { z } from 'zod';
import { orderStatusMoves } from '@/lib/platform/assumptions';
import {
  type OrderStatus,
  type SettableOrderStatus,
  settableOrderStatuses,
} from '@/lib/platform/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

/** A status that can be requested for the order. `risk` says why the platform may refuse it; the platform decides. */
export type OrderMove = { status: SettableOrderStatus; risk: 'unlikely' | 'refused' | null };

/**
 * `next` is the likely next status, or null if there is none. `others` are all other statuses that can be requested.
 */
export type OrderMoves = { next: SettableOrderStatus | null; others: OrderMove[] };

/** The statuses of an order when nothing fails, in sequence. */
const usualPath: readonly OrderStatus[] = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'completed',
];

/** For a status outside `usualPath`: the status in `usualPath` that it counts as. */
const besides: Partial<Record<OrderStatus, OrderStatus>> = { delivered_failed: 'processing' };

/**
 * Returns the statuses that can be requested from here, classified by the guessed matrix (A3) and by moves that the
 * platform refused (U9). Neither hides a status, because the platform decides.
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

/** Format of a move in the set of refused moves. */
export const moveKey = (from: string, to: string) => `${from} ${to}`;

const Refused = z.object({
  code: z.literal('conflict'),
  requested: z.object({ status: z.string() }),
  details: z.object({ current_status: z.string() }),
});

/** Extracts the refused moves from the results of refused operations. */
export function refusedMoves(results: readonly unknown[]): Set<string> {
  const parsed = results.flatMap((result) => Refused.safeParse(result).data ?? []);
  return new Set(parsed.map(({ requested, details }) => moveKey(details.current_status, requested.status)));
}
