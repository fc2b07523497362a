import { z } from 'zod';
import { orderStatusMoves } from '@/lib/platform/assumptions';
import {
  type OrderStatus,
  type SettableOrderStatus,
  settableOrderStatuses,
} from '@/lib/platform/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

/** A status the order may be asked to go to; `doubt`: what speaks against it, which is for the platform to decide. */
export type OrderMove = { status: SettableOrderStatus; risk: 'unlikely' | 'refused' | null };

/** `next` is the likely next step, null where there is none; `others` are all that can be asked for besides. */
export type OrderMoves = { next: SettableOrderStatus | null; others: OrderMove[] };

/** The way an order goes when nothing goes wrong. */
const usualPath: readonly OrderStatus[] = [
  'placed',
  'approved',
  'processing',
  'shipped',
  'delivered',
  'completed',
];

/** Where an order stands on the way that has left it. */
const besides: Partial<Record<OrderStatus, OrderStatus>> = { delivered_failed: 'processing' };

/**
 * What may be asked for from here. By the guessed matrix (A3) and by what the platform was seen to refuse; neither
 * hides a choice, since the platform has the last word.
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

/** How a move is written in the set of those that were refused. */
export const moveKey = (from: string, to: string) => `${from} ${to}`;

const Refused = z.object({
  code: z.literal('conflict'),
  asked: z.object({ status: z.string() }),
  details: z.object({ current_status: z.string() }),
});

/** The moves that these results of refused operations tell of. */
export function refusedMoves(results: readonly unknown[]): Set<string> {
  const parsed = results.flatMap((result) => Refused.safeParse(result).data ?? []);
  return new Set(parsed.map(({ asked, details }) => moveKey(details.current_status, asked.status)));
}
