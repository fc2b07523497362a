'use client';

import { Undo2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import { useToast } from '@/components/ui/feedback/toast';
import type { OrderView, ViewedItem, ViewedRefund } from '@/lib/orders/order-view';
import { refundableMinor, whyNotRefundable } from '@/lib/orders/order/refund/refund-limit';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { NumberText } from '@/components/ui/text/number-text';
import { OrderStatusName } from '@/components/orders/shared/order-badges';
import { type SkippedStatus, StatusSkipped } from '@/components/orders/detail/status-skipped';
import { useLazySheet } from '@/components/orders/detail/use-lazy-sheet';
import type { OrderActions, OrderTarget } from '@/components/orders/detail/use-order-write';
import { useIsOff } from '@/components/ui/role-context';
import { dateTimeParts } from '@/lib/shared/locale';

type RefundsCardProps = {
  target: OrderTarget;
  view: OrderView;
  action: OrderActions['refundOrder'];
};

const loadSheet = () => import('./refund-sheet').then(({ RefundSheet }) => RefundSheet);

/**
 * Card with the refunds of the order, and with the amount that the store can still refund. If no refund is
 * possible, the card shows why and what to do instead (U3).
 */
export function RefundsCard({ target, view, action }: RefundsCardProps) {
  const t = useTranslations('refund');
  const toast = useToast();
  const reasonId = useId();
  const sheet = useLazySheet(loadSheet);
  const [skipped, setSkipped] = useState<SkippedStatus>(null);
  const isForbidden = useIsOff('refund', 'refunds:write');
  const { order, paymentMethod } = view;
  const whyNot = whyNotRefundable(order);
  const isAllRefunded = order.paid.amount_minor > 0 && refundableMinor(order) <= 0;
  return (
    <Card
      title={t('title')}
      aside={
        // While nothing can be refunded, there is no button. If the user lacks the permission, the button is disabled.
        (whyNot === null || isForbidden) && (
          <Button
            disabled={isForbidden}
            aria-describedby={isForbidden ? reasonId : undefined}
            pending={sheet.isComing}
            onClick={sheet.show}
          >
            <Undo2 aria-hidden className="size-4 rtl:-scale-x-100" />
            {t('action')}
          </Button>
        )
      }
    >
      <StatusSkipped skipped={skipped} status={order.status} onDismiss={() => setSkipped(null)}>
        {t.rich('skipped', { status: () => <OrderStatusName key="status" status={order.status} /> })}
      </StatusSkipped>
      <div id={reasonId} className="flex flex-col gap-1 text-sm text-ink-soft">
        {whyNot === null && (
          <p>
            {t.rich('left', {
              amount: () => (
                <MoneyText key="amount" money={{ ...order.paid, amount_minor: refundableMinor(order) }} />
              ),
            })}
          </p>
        )}
        {whyNot === 'unpaid' &&
          (order.status === 'cancelled' ? (
            <p>{t('whyNot.unpaidCancelled')}</p>
          ) : (
            <details>
              <summary className="-my-3 min-h-11 cursor-pointer py-3">
                {t('nothingYet')} <span className="font-semibold text-brand">{t('why')}</span>
              </summary>
              <p className="mt-1">{t(`whyNot.${paymentMethod === 'cod' ? 'unpaidCod' : 'unpaid'}`)}</p>
            </details>
          ))}
        {whyNot === 'pos' && <p>{t(isAllRefunded ? 'whyNot.allRefunded' : 'whyNot.pos')}</p>}
        {whyNot === 'all_refunded' && <p>{t('whyNot.allRefunded')}</p>}
        {isForbidden && <MissingScope needs="refund">{t('noScope')}</MissingScope>}
      </div>
      {order.refunds.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {order.refunds.map((refund) => (
            <RefundEntry key={refund.id} refund={refund} items={order.items} />
          ))}
        </ul>
      )}
      {sheet.render({
        target,
        order,
        action,
        onRefunded: (stayed) => {
          setSkipped(stayed);
          toast({ text: t('done') });
        },
      })}
    </Card>
  );
}

function RefundEntry({ refund, items }: { refund: ViewedRefund; items: ViewedItem[] }) {
  const t = useTranslations('refund');
  const format = useFormatter();
  return (
    <li data-refund={refund.id} className="flex flex-col gap-1 py-3 text-sm last:pb-0">
      <div className="flex items-baseline justify-between gap-3 font-semibold">
        <bdi className="min-w-0 break-words whitespace-pre-line">{refund.reason ?? t('noReason')}</bdi>
        <MoneyText money={refund.amount} className="whitespace-nowrap" />
      </div>
      <ul className="text-ink-soft">
        {refund.lines.map((line, index) => (
          <li key={`${index} ${line.order_item_id}`} className="flex justify-between gap-3">
            <span className="min-w-0 break-words">
              <bdi>{items.find(({ id }) => id === line.order_item_id)?.name ?? t('other')}</bdi>
              {line.quantity > 0 && (
                <>
                  <span aria-hidden> × </span>
                  <NumberText value={line.quantity} />
                </>
              )}
            </span>
            <MoneyText money={{ ...refund.amount, amount_minor: line.amount_minor }} />
          </li>
        ))}
      </ul>
      <time dateTime={refund.created_at} className="text-xs text-ink-soft">
        {format.dateTime(new Date(refund.created_at), dateTimeParts)}
      </time>
    </li>
  );
}
