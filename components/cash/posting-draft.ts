import type { EntryKind } from '@/lib/cash/cash-commands';
import type { CashOrderItem } from '@/lib/cash/cash-view';
import { type Money, parseAmount, plainAmount } from '@/lib/shared/numbers/money';

/**
 * Choices that apply to all orders of a posting by hand. `fee` is the amount that the carrier kept for each order; null
 * if the carrier kept no fee.
 */
export type PostingChoice = { kind: Exclude<EntryKind, 'fee'>; fee: Money | null };

/**
 * Typed amounts by order id. An order without an entry has the suggested amount. An entry that is null means that the
 * order is not chosen.
 */
export type TypedAmounts = Readonly<Record<string, string | null | undefined>>;

/** What the user entered in the form. It is also saved in the browser, until the user cancels or the cash is recorded. */
export type PostingInput = {
  kind: PostingChoice['kind'];
  note: string;
  /** True if the carrier kept its fee for each order. */
  keepsFee: boolean;
  amounts: TypedAmounts;
  /** Open amount of each order with a typed amount, in minor units, as it was shown when the user typed. */
  opens: Readonly<Record<string, number | undefined>>;
};

export const emptyPosting: PostingInput = {
  kind: 'remitted',
  note: '',
  keepsFee: false,
  amounts: {},
  opens: {},
};

/** Returns the input of a saved copy. Returns null if the copy cannot be read. */
export function restorePosting(saved: unknown): PostingInput | null {
  return isPostingInput(saved) ? saved : null;
}

function isPostingInput(value: unknown): value is PostingInput {
  if (typeof value !== 'object' || value === null) return false;
  if (!('kind' in value) || !('note' in value) || !('keepsFee' in value)) return false;
  return typeof value.note === 'string' && hasObject(value, 'amounts') && hasObject(value, 'opens');
}

function hasObject(value: object, name: string): boolean {
  const part: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof part === 'object' && part !== null;
}

/**
 * Returns the typed amounts of orders that have the same open amount as when the user typed. After a reload, an order
 * whose cash was recorded in the meantime gets the suggested amount of its new open amount.
 */
export function currentAmounts(
  { amounts, opens }: Pick<PostingInput, 'amounts' | 'opens'>,
  orders: readonly CashOrderItem[],
): TypedAmounts {
  return Object.fromEntries(
    orders.flatMap(({ orderId, open }) =>
      opens[orderId] === open.amount_minor ? [[orderId, amounts[orderId]] as const] : [],
    ),
  );
}

/**
 * The form's line for one chosen order. Amounts are in minor units of the order's currency. If the typed text is not a
 * valid amount, `amountMinor` is null, and `problem` is the reason.
 */
export type DraftLine = { order: CashOrderItem; text: string; feeMinor: number } & (
  | { amountMinor: number; problem: null }
  | { amountMinor: null; problem: AmountProblem }
);

type AmountProblem = 'amountWrong' | 'writeOffWrong' | 'withFeeTooMuch';

/** Returns the form's line for an order. Returns null if the order is not chosen. */
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
  // A remittance of 0 is allowed. It records that the carrier handed over nothing, and the order gets the state "short"
  // (less cash came in than was due). A write-off of 0 is an error, because it would have no effect.
  if (choice.kind === 'written_off' && (amountMinor === 0 || amountMinor > open))
    return wrong('writeOffWrong');
  // An amount above the open amount is allowed, because a carrier can hand over too much. But if only the amount plus
  // the fee exceeds the open amount, the user forgot to subtract the fee from the amount.
  if (amountMinor <= open && amountMinor + feeMinor > open) return wrong('withFeeTooMuch');
  return { order, text, feeMinor, amountMinor, problem: null };
}

/**
 * Removes each typed amount that equals the suggested amount, and returns the other typed amounts. Call this function
 * before the suggestions change, that is, before a change of the kind of entry, the choice about the fee or the orders.
 * The orders without a typed amount then get the new suggestions.
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
