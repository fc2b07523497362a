import type { SetUpGuide } from '@/lib/home/set-up-guide';
import type { RecentOperation } from '@/lib/operations/activity/list-recent-operations.server';
import type { AgeBar, OrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import type { OrderWork } from '@/lib/orders/charts/order-work';

/** Data of the home screen, except the charts. */
export type HomeView = {
  /** Steps that are left in the set-up of the app; null if the set-up is complete. */
  guide: SetUpGuide | null;
  /**
   * Number of quotes and saved views of earlier installations that can be imported. It is 0 if the set-up is complete
   * (`guide` is null).
   */
  earlierDataCount: number;
  /** Counts of orders that wait for the merchant; null if the app may not read orders. */
  work: OrderWork | null;
  sync: { nextStep: string; syncedAt: string | null };
  activity: RecentOperation[];
};

/**
 * Path of the orders list for each count on the home screen. The path opens the standard view that has the same name as
 * the count.
 */
export type WorkPaths = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', `/${string}`>;

/** Data of the charts on the home screen. */
export type HomeCharts = OrderCharts;
/** Sales per day in one currency. */
export type CurrencySales = OrderCharts['sales'][number];
/** Number of orders in each age range, for a bar chart. */
export type Ages = AgeBar[];
