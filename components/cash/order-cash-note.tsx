'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Facts } from '@/components/ui/list/facts';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { cashPath } from '@/lib/cash/cash-list-url';
import type { OrderCash } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';

/** Shows what the cash notebook says about an order, and whether the payment status in the store agrees with it. */
export function OrderCashNote({ installId, cash }: { installId: string; cash: OrderCash }) {
  const t = useTranslations('cash');
  const { item, entries, agreement } = cash;
  const { carrierName } = item;
  // If the order has cash entries, the headline of the payment card (RecordedCash) already shows the state and the
  // carrier. Without entries, the payment card already shows the amount and who has the goods. The state in the
  // notebook is not shown in that case, because it follows the status of the whole order. While only a part is shipped,
  // it would contradict the payment card.
  const facts = [
    {
      label: t('order.carrier'),
      value: entries.length === 0 && carrierName !== null && <bdi>{carrierName}</bdi>,
    },
    { label: t('order.open'), value: entries.length > 0 && <MoneyText money={item.open} /> },
  ].filter(({ value }) => value);
  return (
    <section
      aria-label={t('order.title')}
      data-order-cash={item.state}
      data-agreement={agreement ?? 'none'}
      className="flex flex-col gap-2 border-t border-line pt-3"
    >
      <h3 className="text-sm font-bold">{t('order.title')}</h3>
      {facts.length > 0 && <Facts facts={facts} />}
      {entries.length > 0 && (
        <ul aria-label={t('order.entries')} className="flex flex-col gap-1">
          {entries.map(({ postingId, kind, amount, at, actorName }, index) => (
            <li key={`${postingId} ${index}`} className="flex flex-wrap justify-between gap-x-3">
              <span>
                {t(`kind.${kind}`)} <MoneyText money={amount} />
              </span>
              <span className="text-ink-soft">
                {t.rich('postings.who', {
                  name: () => <bdi key="name">{actorName ?? t('postings.noName')}</bdi>,
                  age: () => <RelativeTime key="age" at={at} />,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {agreement && (
        <p className={agreement === 'store_only' ? 'font-semibold text-warn' : 'text-ink-soft'}>
          {t(`order.${agreement}`)}
        </p>
      )}
      <Link
        href={installPath(installId, cashPath({}))}
        prefetch={false}
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {t('order.look')}
      </Link>
    </section>
  );
}
