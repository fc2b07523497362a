import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CashFilters } from '@/lib/cash/cash-list-url';
import type {
  CarrierView,
  CashBalance,
  CashBook,
  CashListItem,
  CashOrderItem,
  CashPage,
  OrderCash,
  PostingPage,
} from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { cashKeys } from '@/lib/shared/read-keys';

/** Returns the React Query options for the carriers, the amounts that they owe, and the newest postings. */
export function cashBookOptions(installId: string) {
  return queryOptions({
    queryKey: [...cashKeys.all(installId), 'book'],
    queryFn: async ({ signal }) =>
      completeBook(await readJson<SentBook>(`/api${installPath(installId, '/cash')}`, signal)),
  });
}

/** Returns the React Query options for the postings, newest first, one page at a time. */
export function cashPostingsOptions(installId: string) {
  return infiniteQueryOptions({
    queryKey: [...cashKeys.all(installId), 'postings'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<PostingPage>(
        `/api${installPath(installId, `/cash/postings${listQuery({}, pageParam)}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * Returns the React Query options for the orders of the cash notebook (the app's records about the cash of orders), one
 * page at a time.
 */
export function cashOrdersOptions(installId: string, filters: CashFilters) {
  return infiniteQueryOptions({
    queryKey: [...cashKeys.all(installId), 'orders', listQuery(filters)],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const path = `/api${installPath(installId, '/cash/orders')}`;
      // A search is posted in the body, because a user may type a phone number, which must not be in a URL.
      return filters.q === undefined
        ? readPage(`${path}${listQuery(filters, pageParam)}`, signal)
        : readPage(path, signal, { q: filters.q });
    },
    getNextPageParam: ({ next }) => next,
  });
}

/**
 * What the user records cash for. It is one order, or all owed orders of a carrier in one currency. With the state
 * `paid`, it is all orders of the carrier that are paid in the store and have no recorded cash.
 */
export type PostingSubject =
  | { order: CashOrderItem }
  | { carrierId: string; currency: string; state?: 'paid' };

/** The orders in the form that records cash by hand. `next` is null if the form has all of them. */
type PostingOrders = { orders: CashOrderItem[]; next: string | null };

/**
 * Returns the React Query options for the orders in the form that records cash by hand. The orders do not change while
 * the form is open, so that the user records only what is shown. Only `refetch` reads the orders again, and it never
 * adds an order.
 */
export function postingOrdersOptions(installId: string, subject: PostingSubject) {
  const id =
    'order' in subject ? [subject.order.orderId] : [subject.carrierId, subject.currency, subject.state ?? ''];
  return queryOptions({
    queryKey: [...cashKeys.all(installId), 'posting', ...id],
    initialData: 'order' in subject ? { orders: [subject.order], next: null } : undefined,
    queryFn: async ({ client, queryKey, signal }): Promise<PostingOrders> => {
      const shown = client.getQueryData<PostingOrders>(queryKey)?.orders;
      const { orders, next } = await readSubject(installId, subject, signal);
      const isShown = ({ orderId }: CashOrderItem) => !shown || shown.some((one) => one.orderId === orderId);
      return { orders: orders.filter((one) => one.open.amount_minor > 0 && isShown(one)), next };
    },
    // A live change invalidates all queries of the cash notebook (the app's records about the cash of orders). This
    // query has the stale time `static`, so it is not invalidated and its data is not read again.
    staleTime: 'static',
    gcTime: 0,
  });
}

async function readSubject(
  installId: string,
  subject: PostingSubject,
  signal: AbortSignal,
): Promise<PostingOrders> {
  const path = (end: `/${string}`) => `/api${installPath(installId, end)}`;
  if ('order' in subject) {
    const { orderId } = subject.order;
    const { cash } = await readJson<{ cash: OrderCash | null }>(
      path(`/orders/${encodeURIComponent(orderId)}/cash`),
      signal,
    );
    return { orders: cash ? [cash.item] : [], next: null };
  }
  const { carrierId: carrier, currency, state } = subject;
  const query = listQuery({ ...(state && { state }), carrier, currency });
  return readPage(path(`/cash/orders${query}`), signal);
}

type Sent<Item, Newer extends keyof Item> = Omit<Item, Newer> & Partial<Pick<Item, Newer>>;

/**
 * The cash book as a server sends it. The newer fields are optional, because a server of an earlier release does not
 * send them.
 */
type SentBook = Omit<CashBook, 'balances' | 'carriers'> & {
  balances: Sent<CashBalance, 'oldest'>[];
  carriers: Sent<CarrierView, 'callNumber'>[];
};

function completeBook({ balances, carriers, ...book }: SentBook): CashBook {
  return {
    ...book,
    balances: balances.map((balance) => ({ ...balance, oldest: balance.oldest ?? null })),
    carriers: carriers.map((carrier) => ({ ...carrier, callNumber: carrier.callNumber ?? null })),
  };
}

/**
 * Reads a page of the orders. A server of an earlier release does not send the newer fields of an order, so they get
 * default values.
 */
async function readPage(path: string, signal: AbortSignal, body?: object): Promise<CashPage> {
  type SentItem = Sent<CashListItem, 'tracking' | 'days' | 'customerName'>;
  const page = await readJson<Omit<CashPage, 'orders'> & { orders: SentItem[] }>(path, signal, body);
  return {
    ...page,
    orders: page.orders.map((order) => ({
      ...order,
      tracking: order.tracking ?? [],
      days: order.days ?? Math.floor((Date.now() - Date.parse(order.since)) / 86_400_000),
      customerName: order.customerName ?? null,
    })),
  };
}

/**
 * Returns the React Query options for the cash of one order; `cash` is null if the order is not in the cash notebook.
 */
export function orderCashOptions(installId: string, orderId: string) {
  return queryOptions({
    queryKey: [...cashKeys.all(installId), 'order', orderId],
    queryFn: ({ signal }) =>
      readJson<{ cash: OrderCash | null }>(
        `/api${installPath(installId, `/orders/${encodeURIComponent(orderId)}/cash`)}`,
        signal,
      ),
  });
}
