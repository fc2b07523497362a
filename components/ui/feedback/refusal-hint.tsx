'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { RefusalHint as Hint } from '@/lib/shared/orders/refusal-hint';
import { Banner } from './banner';

type RefusalHintProps = {
  hint: Hint;
  /** Number of orders that the user left out because of this warning. */
  leftOut: number;
  /** True if other orders remain after the orders in this warning are left out. */
  canLeaveOut: boolean;
  /**
   * True while the user cannot change the selection of orders, because the orders are being checked or sent, or may
   * have been sent.
   */
  isBusy: boolean;
  onLeaveOut: () => void;
  onPutBack: () => void;
};

/**
 * Maximum number of order numbers that the warning lists. The button leaves out all orders of the warning, even those
 * that are not listed.
 */
const listedMax = 50;

/**
 * Warning before orders are shipped or put on a delivery sheet: the orders whose customers refused most of their last
 * parcels. It names order numbers and no personal data. The user can leave these orders out and put them back. The
 * warning blocks nothing.
 */
export function RefusalHint(props: RefusalHintProps) {
  const { hint, leftOut, canLeaveOut, isBusy, onLeaveOut, onPutBack } = props;
  const t = useTranslations('bulk.refusals');
  const { orders, unknown } = hint;
  return (
    <>
      {orders.length > 0 && (
        <Banner
          tone="warn"
          title={t('title', { count: orders.length })}
          actions={
            canLeaveOut && (
              <Button disabled={isBusy} onClick={onLeaveOut}>
                {t('leaveOut', { count: orders.length })}
              </Button>
            )
          }
        >
          <ul aria-label={t('numbers')} className="flex flex-wrap gap-x-3 font-semibold">
            {orders.slice(0, listedMax).map(({ id, number }) => (
              <li key={id}>
                <bdi>{number}</bdi>
              </li>
            ))}
          </ul>
          {orders.length > listedMax && <p>{t('more', { count: orders.length - listedMax })}</p>}
          <p>{t('next')}</p>
        </Banner>
      )}
      {leftOut > 0 && (
        <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
          <p>{t('leftOut', { count: leftOut })}</p>
          <Button variant="quiet" disabled={isBusy} onClick={onPutBack}>
            {t('putBack')}
          </Button>
        </div>
      )}
      {unknown > 0 && <p className="text-sm text-ink-soft">{t('unknown', { count: unknown })}</p>}
    </>
  );
}
