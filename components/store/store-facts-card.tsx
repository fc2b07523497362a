import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CurrencyName } from '@/components/ui/text/currency-name';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { PaymentMethod } from '@/components/ui/text/payment-method';
import type { ComposerStoreView, StoreCurrency } from '@/lib/store/store-view';
import { groupedDigits, isSaidInverse, rateText } from '@/lib/shared/numbers/exchange-rate';
import { baseLocale, dateTimeParts } from '@/lib/shared/locale';

/**
 * Card with facts about the store, read from the platform. The facts can be changed only in the store admin. If `store`
 * is null, the platform could not be read.
 */
export function StoreFactsCard({ store, timezone }: { store: ComposerStoreView | null; timezone: string }) {
  const t = useTranslations('settings.store');
  const format = useFormatter();
  const tag = useLocale();
  const locale = baseLocale(tag);
  if (!store)
    return (
      <Card title={t('title')}>
        <p className="text-sm text-ink-soft">{t('unread')}</p>
      </Card>
    );
  const { paymentMethods, provinces, currencies, ratesAsOf, pricingCurrency } = store;
  const rated = currencies.filter(({ rate }) => rate !== null);
  const facts = [
    { label: t('name'), value: <bdi>{store.name}</bdi> },
    { label: t('timezone'), value: <bdi>{zoneName(timezone, tag)}</bdi> },
    { label: t('pricing'), value: <CurrencyName code={pricingCurrency.code} /> },
    {
      label: t('currencies'),
      value: (
        <List items={currencies.map(({ code }) => ({ key: code, item: <CurrencyName code={code} /> }))} />
      ),
    },
    ...(rated.length > 0
      ? [
          {
            label: ratesAsOf
              ? t('ratesOf', {
                  day: format.dateTime(new Date(ratesAsOf), dateTimeParts),
                })
              : t('rates'),
            value: (
              <List
                items={rated.map((currency) => ({
                  key: currency.code,
                  item: <Rate pricing={pricingCurrency.code} currency={currency} />,
                }))}
              />
            ),
          },
        ]
      : []),
    {
      label: t('methods'),
      value: (
        <List
          items={paymentMethods.map(({ id, walletId }) => ({
            key: `${id} ${walletId}`,
            item: <PaymentMethod id={id} />,
          }))}
        />
      ),
    },
    {
      label: t('provinces'),
      value: (
        <List
          items={provinces.map((province) => ({ key: province.value, item: <bdi>{province[locale]}</bdi> }))}
        />
      ),
    },
  ];
  return (
    <Card title={t('title')}>
      <Facts facts={facts} />
      <p className="mt-3 text-xs text-ink-soft">{t('change')}</p>
    </Card>
  );
}

/** Returns the name of a time zone, such as "Syria Time" for Asia/Damascus. */
function zoneName(timeZone: string, tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function List({ items }: { items: { key: string; item: ReactNode }[] }) {
  const t = useTranslations('settings.store');
  if (items.length === 0) return t('none');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {items.map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  );
}

/** Exchange rate between two currencies, shown as the price of 1 unit of the more valuable currency. */
function Rate({ pricing, currency: { code, rate } }: { pricing: string; currency: StoreCurrency }) {
  const locale = useLocale();
  if (!rate) return null;
  const isInverse = isSaidInverse(rate);
  const [one, other] = isInverse ? [code, pricing] : [pricing, code];
  return (
    <bdi dir="ltr">
      {groupedDigits('1', locale)} {one} = {groupedDigits(rateText(rate, isInverse), locale)} {other}
    </bdi>
  );
}
