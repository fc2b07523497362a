import type { SetUpGuide } from '@/lib/home/set-up-guide';
import type { RecentOperation } from '@/lib/operations/activity/list-recent-operations.server';
import type { AgeBar, OrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import type { OrderWork } from '@/lib/orders/charts/read-order-work.server';

/** What the home screen shows but for its charts. */
export type HomeView = {
  /** null: all is set up. */
  guide: SetUpGuide | null;
  /** How much of what an earlier installation left may be brought over; told with the guide alone. */
  earlierDataCount: number;
  /** null: orders may not be read, so nothing is known of them. */
  work: OrderWork | null;
  sync: { nextStep: string; syncedAt: string | null };
  activity: RecentOperation[];
};

/** The addresses that the work strip leads to: the orders index by the view of that name. */
export type WorkPaths = Record<'to_review' | 'to_ship' | 'cash_to_collect' | 'problems', `/${string}`>;

/** What the charts show. */
export type HomeCharts = OrderCharts;
/** Of one currency. */
export type CurrencySales = OrderCharts['sales'][number];
/** Orders of one range of ages. */
export type Ages = AgeBar[];
