import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/feedback/banner';
import { DayInWords } from '@/components/ui/text/day-in-words';
import type { RepeatedOrder } from '@/lib/deliveries/delivery-view';
import { installPath } from '@/lib/shared/install-path';

type RepeatedOrdersProps = {
  installId: string;
  orders: readonly RepeatedOrder[];
  /** Number of all orders of the new sheet. The user cannot leave out all of them. */
  orderCount: number;
  /** True while the user cannot change the selection of orders, because it is being sent or may have been sent. */
  isBusy: boolean;
  onLeaveOut: (orderIds: readonly string[]) => void;
};

/**
 * Names the orders that may be delivered a second time, each with the reason and the button for it. An order of another
 * sheet has a link to that sheet, because the user may have corrected it. An order that was delivered or refunded can be
 * left out.
 */
export function RepeatedOrders({ installId, orders, orderCount, isBusy, onLeaveOut }: RepeatedOrdersProps) {
  const t = useTranslations('deliveries.new');
  return (
    <Banner
      tone="warn"
      title={t('repeatedTitle', { count: orders.length })}
      actions={
        orders.length > 1 &&
        orders.length < orderCount && (
          <Button disabled={isBusy} onClick={() => onLeaveOut(orders.map(({ id }) => id))}>
            {t('leaveOutAll', { count: orders.length })}
          </Button>
        )
      }
    >
      <ul className="flex flex-col divide-y divide-line" data-repeated-orders>
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="min-w-0 break-words">
              <RepeatedReason order={order} />
            </span>
            {order.why === 'on_sheet' ? (
              <Button asChild>
                <Link
                  href={installPath(installId, `/deliveries/${order.sheetId}`)}
                  prefetch={false}
                  aria-label={t('openSheetOf', { number: order.number })}
                >
                  {t('openSheet')}
                </Link>
              </Button>
            ) : (
              orderCount > 1 && (
                <Button
                  disabled={isBusy}
                  aria-label={t('leaveOutOf', { number: order.number })}
                  onClick={() => onLeaveOut([order.id])}
                >
                  {t('leaveOutEnded', { count: 1 })}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <p>{t('repeatedNext')}</p>
    </Banner>
  );
}

function RepeatedReason({ order }: { order: RepeatedOrder }) {
  const t = useTranslations('deliveries.new');
  const number = () => <bdi key="number">{order.number}</bdi>;
  if (order.why !== 'on_sheet') return t.rich(`repeated.${order.why}`, { number });
  return t.rich('repeated.on_sheet', {
    number,
    driver: () => <bdi key="driver">{order.driver}</bdi>,
    day: () => <DayInWords key="day" day={order.day} />,
  });
}
