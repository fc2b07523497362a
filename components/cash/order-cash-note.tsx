'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Facts } from '@/components/ui/list/facts';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { cashPath } from '@/lib/cash/cash-list-url';
import type { OrderCash } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';

/** Shows the entries of the cash notebook for an order, and whether they agree with the payment status in the store. */
export function OrderCashNote({ installId, cash }: { installId: string; cash: OrderCash }) {
  const t = useTranslations('cash');
  const { item, entries, agreement } = cash;
  const { carrierName } = item;
  // This note does not repeat what the payment card above it shows. If the order has cash entries, that card shows the
  // state and the carrier (RecordedCash). Without entries, that card shows the amount and who has the goods. The
  // notebook's state is never shown without entries. It follows the status of the whole order, so it would contradict
  // the card while only a part is shipped.
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
