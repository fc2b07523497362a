import type { SetUpGuide } from '@/lib/home/set-up-guide';
import type { RecentOperation } from '@/lib/operations/activity/list-recent-operations.server';
import type { AgeBar, OrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import type { OrderWork } from '@/lib/orders/charts/read-order-work.server';

/** Data of the home screen, except the charts. */
export type HomeView = {
  /** null if set-up is complete. */
  guide: SetUpGuide | null;
  /** Number of items of an earlier installation that can be imported. It is 0 if there is no guide. */
  earlierDataCount: number;
  /** null if the app may not read orders, so that nothing is known about them. */
  work: OrderWork | null;
  sync: { nextStep: string; syncedAt: string | null };
  activity: RecentOperation[];
};

/** Each count on the home screen links to the orders list with the saved view of the same name. */
export type WorkPaths = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', `/${string}`>;

/** Data of the charts. */
export type HomeCharts = OrderCharts;
/** Sales in one currency. */
export type CurrencySales = OrderCharts['sales'][number];
/** Number of orders in each age range. */
export type Ages = AgeBar[];
