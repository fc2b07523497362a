import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import type { RenewalProblem } from '@/lib/quotes/rate/rate-view';
import { type Fraction, multiplied, multipliedRate } from '@/lib/shared/numbers/pair-rate';

export type RenewedOrder =
  | { ok: true; order: CreateOrderBody }
  | { ok: false; problem: Extract<RenewalProblem, 'zero_price' | 'too_large'> };

/**
 * Returns the order at the new rate. Unit prices, discount and delivery fee are multiplied by `factor` and rounded half
 * up to a multiple of `step` minor units. The discount is at most the sum of the lines. The order's exchange rate is
 * multiplied by the same factor, so the total in the pricing currency stays the same, except for rounding. If a unit
 * price above 0 would be rounded to 0, the order is refused.
 */
export function renewedOrder(order: CreateOrderBody, factor: Fraction, step: bigint): RenewedOrder {
  const after = (amountMinor: number) => multiplied(BigInt(amountMinor), factor, step);
  if (order.items.some(({ unit_price_minor }) => unit_price_minor > 0 && after(unit_price_minor) === 0n))
    return { ok: false, problem: 'zero_price' };
  const sum = order.items.reduce(
    (total, { quantity, unit_price_minor }) => total + BigInt(quantity) * after(unit_price_minor),
    0n,
  );
  const discount = order.discount && after(order.discount.amount_minor);
  const rate = order.exchange_rate && multipliedRate(order.exchange_rate, factor);
  if (order.exchange_rate && !rate) return { ok: false, problem: 'too_large' };
  // The schema of the request body refuses an amount that is too large for a safe integer.
  const body = CreateOrderBody.safeParse({
    ...order,
    items: order.items.map((item) => ({ ...item, unit_price_minor: Number(after(item.unit_price_minor)) })),
    discount: order.discount && {
      ...order.discount,
      amount_minor: Number(discount !== null && discount > sum ? sum : discount),
    },
    shipping: { ...order.shipping, amount_minor: Number(after(order.shipping.amount_minor)) },
    exchange_rate: rate,
  });
  return body.success ? { ok: true, order: body.data } : { ok: false, problem: 'too_large' };
}
