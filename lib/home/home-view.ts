import type { CashTotals } from '@/lib/cash/read-cash-totals.server';
import type { SetUpGuide } from '@/lib/home/set-up-guide';
import type { RecentOperation } from '@/lib/operations/activity/list-recent-operations.server';
import type { OldestWork, OrderWork, WorkSums } from '@/lib/orders/charts/order-work';
import type { CashOutside } from '@/lib/orders/charts/read-cash.server';
import type { OrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import type { TodaySales } from '@/lib/orders/charts/read-today.server';
import type { QuoteWork } from '@/lib/quotes/waiting/read-quote-work.server';

/** Data of the home screen, except the chart. */
export type HomeView = {
  /** The open tasks of the app's set-up; null if none is left. */
  guide: SetUpGuide | null;
  /**
   * Number of quotes and saved views of earlier installations that can be imported. The number is 0 if `guide` is null,
   * or if the user may not import.
   */
  earlierDataCount: number;
  /** Numbers about the store's orders; null if the app may not read orders. */
  orders: {
    today: TodaySales;
    counts: OrderWork;
    oldest: OldestWork;
    /** A server of an earlier release leaves it out. */
    sums?: WorkSums;
    cash: CashOutside;
    /**
     * The totals of the cash notebook, one for each currency, as the cash screen shows them. It is left out if the user
     * may not see cash, and by a server of an earlier release.
     */
    notebook?: CashTotals;
    /** Name of the carrier to call first; null if no carrier is late. It is left out in the same cases as `notebook`. */
    callFirst?: string | null;
  } | null;
  quotes: QuoteWork;
  sync: { nextStep: string; syncedAt: string | null };
  activity: RecentOperation[];
};

/** Data of the chart on the home screen. */
export type HomeCharts = OrderCharts;
/** Sales per day in one currency. */
export type CurrencySales = OrderCharts['sales'][number];
