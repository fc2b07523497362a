import type { EntryKind } from '@/lib/cash/cash-commands';
import type { CashOrderItem } from '@/lib/cash/cash-view';
import { type Money, parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/** What the user chose for all orders of a posting by hand. `fee`: what the carrier kept of each order; null if nothing. */
export type PostingChoice = { kind: Exclude<EntryKind, 'fee'>; fee: Money | null };

/** Typed amounts by order. An order without one has the suggested amount. null: the order is not chosen. */
export type TypedAmounts = Readonly<Record<string, string | null | undefined>>;

/**
 * One chosen order of the form. Amounts are in minor units of its currency. `amountMinor` is null if the text cannot be
 * posted; `problem` says why.
 */
export type DraftLine = { order: CashOrderItem; text: string; feeMinor: number } & (
  | { amountMinor: number; problem: null }
  | { amountMinor: null; problem: AmountProblem }
);

type AmountProblem = 'amountWrong' | 'withFeeTooMuch';

/** Returns the line of an order in the form; null if the order is not chosen. */
export function draftLine(
  order: CashOrderItem,
  typed: TypedAmounts,
  choice: PostingChoice,
): DraftLine | null {
  const { amount_minor: open, decimals } = order.open;
  const { [order.orderId]: text = plainAmount(suggestedMinor(order, choice), decimals) } = typed;
  if (text === null) return null;
  const feeMinor = feeOf(order, choice);
  const wrong = (problem: AmountProblem): DraftLine => ({
    order,
    text,
    feeMinor,
    amountMinor: null,
    problem,
  });
  const parsed = parseAmount(text, decimals);
  if (!parsed.ok || parsed.amountMinor < 0) return wrong('amountWrong');
  const { amountMinor } = parsed;
  // A remittance of 0 marks the order as short. A write-off of 0 would have no effect.
  if (choice.kind === 'written_off' && (amountMinor === 0 || amountMinor > open)) return wrong('amountWrong');
  // A carrier can hand over too much, so a larger amount is allowed. But a fee in addition to the whole open amount is
  // an error: the user forgot to subtract the fee.
  if (amountMinor <= open && amountMinor + feeMinor > open) return wrong('withFeeTooMuch');
  return { order, text, feeMinor, amountMinor, problem: null };
}

/**
 * Returns the typed amounts without those that equal their suggestion. Call it before the suggestions change, so that
 * such an amount follows its new suggestion. The suggestions change if the user chooses other orders, or if the orders
 * change.
 */
export function followSuggestions(
  orders: readonly CashOrderItem[],
  typed: TypedAmounts,
  choice: PostingChoice,
): TypedAmounts {
  const own = orders.flatMap((order) => {
    const text = typed[order.orderId];
    const isSuggested =
      typeof text === 'string' &&
      draftLine(order, typed, choice)?.amountMinor === suggestedMinor(order, choice);
    return text === undefined || isSuggested ? [] : [[order.orderId, text] as const];
  });
  return Object.fromEntries(own);
}

function suggestedMinor(order: CashOrderItem, choice: PostingChoice): number {
  return order.open.amount_minor - feeOf(order, choice);
}

function feeOf({ open }: CashOrderItem, { kind, fee }: PostingChoice): number {
  return kind === 'remitted' && fee?.currency === open.currency
    ? Math.min(fee.amount_minor, open.amount_minor)
    : 0;
}
