import { ExternalLink } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { MoneyText } from '@/components/ui/text/money-text';
import { PaymentMethod } from '@/components/ui/text/payment-method';
import type { CashPart } from '@/lib/orders/order/cash-parts';
import type { Carrier } from '@/lib/orders/order/payment-facts';
import type { OrderView } from '@/lib/orders/order-view';

type OrderPaymentCardProps = {
  view: OrderView;
  /** URL of the order's page in the store admin. An order can be marked as paid only there (U3). */
  adminUrl: string;
  /**
   * The order's cash in the cash notebook (the app's records about the cash of orders). `recorded` is the headline of
   * this card; null if no cash was recorded. `note` lists the entries.
   */
  cash: { recorded: ReactNode; note: ReactNode };
};

/**
 * Card with the payment of the order. If money is still to be collected, the card shows how much, from whom and since
 * when. Cash that was recorded in the cash notebook of this app is shown first. The reason is that the platform reports
 * only payments that are recorded in the store admin. If nothing is to be collected, the card shows how the order was
 * paid.
 */
export function OrderPaymentCard({ view, adminUrl, cash }: OrderPaymentCardProps) {
  const t = useTranslations('orderPage.payment');
  const { order, paymentMethod, cashParts } = view;
  const { kind, due, carrier } = view.payment;
  const isDue = due.amount_minor > 0;
  // If only a part of the goods was shipped, the card shows the parts of the cash in place of the headline of the
  // notebook. The parts contain more details, and the entries of the notebook are still shown below them.
  const recorded = isDue && cashParts.length === 0 ? cash.recorded : null;
  const isPaid = kind === 'paid' || kind === 'paid_at_counter';
  const hasAmount = (amount: OrderView['order']['paid']) => amount.amount_minor !== 0;
  // The platform may report the payment status `paid` without a paid amount. The total of the order then counts as the
  // paid amount.
  const shownAmount = !isPaid ? due : hasAmount(order.paid) ? order.paid : order.total;
  const facts = [
    {
      label: t('method'),
      value: paymentMethod && <PaymentMethod id={paymentMethod} isPickup={order.shipping_address === null} />,
    },
    { label: t('paid'), value: !isPaid && hasAmount(order.paid) && <MoneyText money={order.paid} /> },
    { label: t('refunded'), value: hasAmount(order.refunded) && <MoneyText money={order.refunded} /> },
  ].filter(({ value }) => value);
  return (
    <Card title={t('title')}>
      <div data-payment={kind} className="flex flex-col gap-3 text-sm">
        {recorded ?? (
          <div className="flex flex-col gap-0.5">
            <p className="text-base font-bold">
              {t.rich(`kind.${kind}`, {
                amount: () => <MoneyText key="amount" money={shownAmount} />,
              })}
            </p>
            {cashParts.length > 0 ? (
              <ul className="flex flex-col gap-1">
                {cashParts.map((part, index) => (
                  <Part key={index} part={part} />
                ))}
              </ul>
            ) : (
              carrier && <CarrierText isDelivered={kind === 'remittance'} {...carrier} />
            )}
          </div>
        )}
        {facts.length > 0 && <Facts facts={facts} />}
        {isDue && (
          <>
            <Button asChild className="self-start">
              <a href={adminUrl} target="_blank" rel="noopener">
                <ExternalLink aria-hidden className="size-4" />
                {t('record')}
              </a>
            </Button>
            {!recorded && <p className="text-xs text-ink-soft">{t('recordHint')}</p>}
          </>
        )}
        {cash.note}
      </div>
    </Card>
  );
}

/** One part of the order's cash: the amount, and where the goods of this part are. */
function Part({ part }: { part: CashPart }) {
  const t = useTranslations('orderPage.payment');
  const format = useFormatter();
  const { place, amount } = part;
  return (
    <li data-part={place} className="flex flex-wrap gap-x-2">
      <span className="font-semibold">
        <MoneyText money={amount} />
      </span>
      {'since' in part ? (
        <CarrierText
          isDelivered={place === 'delivered'}
          names={[part.provider ?? t('carrier')]}
          since={part.since}
        />
      ) : (
        <span className="text-ink-soft">
          {'what' in part ? format.list(part.what.map((what) => t(`besides.${what}`))) : t('notShipped')}
        </span>
      )}
    </li>
  );
}

/** Text about who has the goods or the cash, and since when. */
function CarrierText({ isDelivered, names, since }: Carrier & { isDelivered: boolean }) {
  const t = useTranslations('orderPage.payment');
  const format = useFormatter();
  return (
    <p className="text-ink-soft">
      {t.rich(isDelivered ? 'deliveredBy' : 'with', {
        carrier: () => <bdi key="carrier">{format.list(names)}</bdi>,
        date: () => (
          <time key="date" dateTime={since}>
            {format.dateTime(new Date(since), { day: 'numeric', month: 'short' })}
          </time>
        ),
      })}
    </p>
  );
}
