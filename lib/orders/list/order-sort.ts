/**
 * Sort orders of the orders list: by creation time or by total. Totals can be compared only within one currency (D7),
 * so the list is sorted by currency first and then by total.
 */
export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** Sort order of a list whose URL names no sort order. */
export const usualSort = 'newest' satisfies OrderSort;

/**
 * A sort order in the form in which the filters contain it. The default sort order is left out, so that equal lists
 * have equal URLs.
 */
export type ChosenSort = Exclude<OrderSort, typeof usualSort>;

/** Whether a list is sorted by total. */
export function isByTotal(sort: OrderSort): sort is 'highest' | 'lowest' {
  return sort === 'highest' || sort === 'lowest';
}
