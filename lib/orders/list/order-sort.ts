/**
 * How the orders list is sorted: by creation time, or by total. Totals are compared within one currency only (D7), so
 * the currency comes before the total.
 */
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The sort of a list whose URL names none. */
export const usualSort = 'newest' satisfies OrderSort;

/** A sort as the filters of a list contain it. The usual sort is left out, so equal lists have equal URLs. */
export type ChosenSort = Exclude<OrderSort, typeof usualSort>;

/** Whether a sort compares totals. */
export function isByTotal(sort: OrderSort): sort is 'highest' | 'lowest' {
  return sort === 'highest' || sort === 'lowest';
}
