'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Facts } from '@/components/ui/list/facts';
import { useRight } from '@/components/ui/role-context';
import { MoneyText } from '@/components/ui/text/money-text';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { cashPath } from '@/lib/cash/cash-list-url';
import type { OrderCash } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';
import { cashBookOptions } from './cash-queries';
import type { CashActions } from './use-cash-write';

type OrderCashNoteProps = { installId: string; cash: OrderCash; post: CashActions['post'] };

const PostDialog = dynamic(() => import('./post-dialog').then(({ PostDialog: dialog }) => dialog));

/**
 * Shows the entries of the cash notebook for an order, and whether they agree with the payment status in the store. If
 * the store says paid and the notebook has no cash, a user who may post cash can record it here, as in the list of these
 * orders.
 */
export function OrderCashNote({ installId, cash, post }: OrderCashNoteProps) {
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
        <p className={doesAgree[agreement] ? 'text-ink-soft' : 'font-semibold text-warn'}>
          {agreement === 'no_cash' && carrierName !== null
            ? t.rich('order.no_cash_from', { carrier: () => <bdi key="carrier">{carrierName}</bdi> })
            : t(`order.${agreement}`)}
        </p>
      )}
      {agreement === 'no_cash' && <RecordButton installId={installId} cash={cash} post={post} />}
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

/** False if the store and the notebook disagree, so that a user must look at the order. */
const doesAgree: Record<NonNullable<OrderCash['agreement']>, boolean> = {
  agrees: true,
  too_much: false,
  notebook_only: true,
  store_only: false,
  no_cash: false,
  written_off: false,
};

/** Button that opens the form for the cash of the order. The carriers are read first, because the form needs the fee. */
function RecordButton({ installId, cash: { item }, post }: OrderCashNoteProps) {
  const t = useTranslations('cash');
  const mayPost = useRight('post_cash');
  const [isOpen, setOpen] = useState(false);
  const book = useQuery({ ...cashBookOptions(installId), enabled: isOpen });
  if (!mayPost) return null;
  return (
    <>
      <Button className="self-start" pending={isOpen && book.isPending} onClick={() => setOpen(true)}>
        {t('order.record')}
      </Button>
      {isOpen && !book.isPending && (
        <PostDialog
          installId={installId}
          subject={{ order: item }}
          carriers={book.data?.carriers ?? []}
          post={post}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
