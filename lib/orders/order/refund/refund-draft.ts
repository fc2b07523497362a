import type { ViewedItem } from '@/lib/orders/order-view';
import { type RefundableOrder, refundableMinor } from '@/lib/orders/order/refund/refund-limit';
import type { CreateRefundBody } from 'commerce-platform-client/contract/refunds';
import { parseAmount } from '@/lib/shared/numbers/money';
import type { Reading } from '@/lib/shared/reading';

/** Request body of a refund. */
export type NewRefund = CreateRefundBody;

/**
 * Content of the form of a refund, with each field as the user typed it. `lines` are in the sequence of the order's
 * items.
 */
export type RefundDraft = {
  by: 'lines' | 'amount';
  lines: { quantity: string; amount: string }[];
  /** Amount of the refund that belongs to no order line, for example the delivery fee or a courtesy. */
  other: string;
  amount: string;
  reason: string;
  restock: boolean;
};

export type RefundField = `lines.${number}.${'quantity' | 'amount'}` | 'other' | 'amount' | 'reason' | 'root';
export type RefundProblemCode =
  | 'quantity_range'
  | 'not_a_number'
  | 'too_many_decimals'
  | 'too_large'
  | 'negative'
  | 'nothing'
  | 'no_amount'
  | 'over_max'
  | 'too_long';
export type RefundReading = Reading<NewRefund, RefundField, RefundProblemCode>;

/** Returns an empty form of a refund by order lines. No line is chosen. */
export function emptyRefund(order: Pick<RefundableOrder, 'items'>): RefundDraft {
  return {
    by: 'lines',
    lines: order.items.map(() => ({ quantity: '0', amount: '' })),
    other: '',
    amount: '',
    reason: '',
    restock: false,
  };
}

/** An item of the order with the data that a refund needs. */
export type RefundableLine = {
  item: ViewedItem;
  /**
   * True if the item can be refunded only by amount, because no quantity of it can be returned (platform: OrderItem,
   * kind).
   */
  byAmount: boolean;
  /** Quantity of the item that can still be returned, because no refund contains it yet. */
  quantityLeft: number;
  /**
   * Returns the amount that the customer paid for `quantity` pieces of the line that are not refunded yet. The amount
   * is in minor units, after the order's discount. It is never more than the part of the line's amount that is not
   * refunded yet.
   */
  worthMinor: (quantity: number) => number;
};

/**
 * Returns the items of an order with what can still be refunded of each item. If the lines are gross, the order's
 * discount is divided among the lines in proportion to their totals. If the lines are net, the discount is already
 * subtracted from them (platform: Order, line_pricing). Refunding the pieces one by one gives exactly the same sum as
 * refunding all pieces together.
 */
export function refundableLines(order: RefundableOrder): RefundableLine[] {
  const worths = soldFor(order);
  return order.items.map((item, index) => {
    const past = order.refunds.flatMap(({ lines }) => lines.filter((line) => line.order_item_id === item.id));
    const quantityBack = past.reduce((sum, { quantity }) => sum + quantity, 0);
    const minorBack = past.reduce((sum, line) => sum + line.amount_minor, 0);
    const worth = worths[index] ?? 0;
    const upTo = (pieces: number) => share(worth, Math.min(pieces, item.quantity), item.quantity);
    const byAmount = item.kind === 'custom' || item.variant_id === null;
    return {
      item,
      byAmount,
      quantityLeft: byAmount ? 0 : Math.max(0, item.quantity - quantityBack),
      worthMinor: (quantity) =>
        Math.max(0, Math.min(upTo(quantityBack + quantity) - upTo(quantityBack), worth - minorBack)),
    };
  });
}

/**
 * Returns the amount that the customer paid for each order line, in minor units. This amount is the total of the line
 * minus its share of the order's discount.
 */
function soldFor({ items, discount, line_pricing }: RefundableOrder): number[] {
  const totals = items.map(({ total }) => Math.max(0, total.amount_minor));
  const sum = totals.reduce((all, total) => all + total, 0);
  if (line_pricing === 'net' || sum === 0) return totals;
  const net = Math.max(0, sum - discount.amount_minor);
  let before = 0;
  return totals.map((total) => {
    const from = share(net, before, sum);
    before += total;
    return share(net, before, sum) - from;
  });
}

/**
 * Returns amount × part ÷ whole, rounded down. The result is exact even if amount × part is too large for an exact
 * JavaScript number.
 */
function share(amount: number, part: number, whole: number): number {
  return whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/**
 * Converts the form of a refund to the body of POST /orders/{id}/refunds. If the form is invalid, returns the problems
 * with their fields. Pure function.
 */
export function readRefundDraft(draft: RefundDraft, order: RefundableOrder): RefundReading {
  const problems: Extract<RefundReading, { ok: false }>['problems'] = [];
  const amount = (field: RefundField, text: string) => {
    const parsed = parseAmount(text, order.paid.decimals);
    if (parsed.ok && parsed.amountMinor >= 0) return parsed.amountMinor;
    if (parsed.ok) problems.push({ field, code: 'negative' });
    else if (parsed.code !== 'empty') problems.push({ field, code: parsed.code });
    return 0;
  };
  const lines = draft.by === 'lines' ? readLines() : [];
  const amount_minor =
    draft.by === 'lines'
      ? lines.reduce((sum, line) => sum + line.amount_minor, 0)
      : amount('amount', draft.amount);
  const reason = draft.reason.trim();
  if (reason.length > 1000) problems.push({ field: 'reason', code: 'too_long' });
  const whole = draft.by === 'lines' ? 'root' : 'amount';
  if (problems.length === 0 && amount_minor === 0)
    problems.push({ field: whole, code: draft.by === 'lines' ? 'nothing' : 'no_amount' });
  if (amount_minor > refundableMinor(order)) problems.push({ field: whole, code: 'over_max' });
  if (problems.length > 0) return { ok: false, problems };
  const restock = draft.restock && lines.some(({ quantity }) => quantity > 0);
  return { ok: true, value: { amount_minor, reason: reason || null, restock, lines } };

  function readLines(): NewRefund['lines'] {
    const chosen = refundableLines(order).map(({ item, byAmount, quantityLeft }, index) => {
      const typed = draft.lines[index];
      const quantity = byAmount
        ? { ok: true as const, amountMinor: 0 }
        : parseAmount(typed?.quantity || '0', 0);
      const isPart = quantity.ok && quantity.amountMinor >= 0 && quantity.amountMinor <= quantityLeft;
      if (!isPart) problems.push({ field: `lines.${index}.quantity`, code: 'quantity_range' });
      return {
        order_item_id: item.id,
        quantity: isPart ? quantity.amountMinor : 0,
        amount_minor: amount(`lines.${index}.amount`, typed?.amount ?? ''),
      };
    });
    const other = { order_item_id: null, quantity: 0, amount_minor: amount('other', draft.other) };
    return [...chosen, other].filter((line) => line.quantity > 0 || line.amount_minor > 0);
  }
}

/**
 * Returns the sum of the refund amounts that the user has typed so far, in minor units. A text that cannot be parsed
 * counts as zero.
 */
export function typedTotalMinor(draft: RefundDraft, decimals: number): number {
  const texts =
    draft.by === 'amount' ? [draft.amount] : [...draft.lines.map((line) => line.amount), draft.other];
  return texts.reduce((sum, text) => {
    const parsed = parseAmount(text, decimals);
    return sum + (parsed.ok ? parsed.amountMinor : 0);
  }, 0);
}
