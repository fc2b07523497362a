'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import type { OrderView } from '@/lib/orders/order-view';
import type { NewRefund } from '@/lib/orders/order/refund/refund-draft';

type RefundCheckProps = { order: OrderView['order']; refund: NewRefund; children: ReactNode };

/** Second step of a refund: shows the amount, the order and the lines, and warns that a refund cannot be undone. */
export function RefundCheck({ order, refund, children }: RefundCheckProps) {
  const t = useTranslations('refund.check');
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const money = (amount_minor: number) => <MoneyText key="amount" money={{ ...order.paid, amount_minor }} />;
  return (
    <div className="flex flex-col gap-3 pb-2 text-sm">
      <p ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
        {t.rich('question', {
          amount: () => <b key="amount">{money(refund.amount_minor)}</b>,
          number: () => <bdi key="number">{order.order_number}</bdi>,
        })}
      </p>
      {refund.lines.length > 0 && (
        <ul className="divide-y divide-line rounded-control bg-sunken px-3">
          {refund.lines.map((line) => (
            <li key={line.order_item_id ?? ''} className="flex justify-between gap-3 py-2">
              <span className="min-w-0 break-words">
                <bdi>{order.items.find(({ id }) => id === line.order_item_id)?.name ?? t('other')}</bdi>
                {line.quantity > 0 && (
                  <>
                    <span aria-hidden> × </span>
                    <NumberText value={line.quantity} />
                  </>
                )}
              </span>
              {money(line.amount_minor)}
            </li>
          ))}
        </ul>
      )}
      {refund.reason !== null && (
        <p className="break-words whitespace-pre-line">
          {t.rich('reason', { reason: () => <bdi key="reason">{refund.reason}</bdi> })}
        </p>
      )}
      <p className="text-ink-soft">{t(refund.restock ? 'restocked' : 'notRestocked')}</p>
      <p className="text-ink-soft">{t('final')}</p>
      {children}
    </div>
  );
}
