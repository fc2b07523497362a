import { useLocale, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import type { OrderView } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';
import { appLocale } from '@/lib/shared/locale';
import { HiddenByPermission } from './order-customer-card';

/** The keys an address is known to have, in the order they are shown, and the store's provinces by value. */
export type AddressVocabulary = {
  keys: readonly ('address' | 'province' | 'city' | 'notes')[];
  provinces: { value: string; ar: string; en: string }[];
};

type OrderAddressCardProps = {
  address: OrderView['order']['shipping_address'];
  vocabulary: AddressVocabulary;
};

/** Where it goes: the known keys in words, then whatever else came. Absent is hidden, null is no delivery. */
export function OrderAddressCard({ address, vocabulary }: OrderAddressCardProps) {
  const t = useTranslations('order.address');
  const locale = appLocale(useLocale());
  const province = vocabulary.provinces.find(({ value }) => value === address?.province);
  return (
    <Card title={t('title')}>
      {address === undefined && <HiddenByPermission />}
      {address === null && <p className="text-sm text-ink-soft">{t('none')}</p>}
      {address && (
        <dl className="flex flex-col gap-2 text-sm">
          {addressRows(address, vocabulary.keys).map(({ key, text }) => {
            const known = knownKey({ address: 1, province: 1, city: 1, notes: 1 }, key);
            return (
              <div key={key}>
                <dt className="text-xs text-ink-soft">{known ? t(known) : key}</dt>
                <dd className="break-words whitespace-pre-line">
                  <bdi>{key === 'province' && province ? province[locale] : text}</bdi>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}

function addressRows(address: Record<string, unknown>, keys: readonly string[]) {
  const others = Object.keys(address).filter((key) => !keys.includes(key));
  return [...keys, ...others].flatMap((key) => {
    const value = address[key];
    if (value === null || value === undefined || value === '') return [];
    return [{ key, text: typeof value === 'object' ? JSON.stringify(value) : String(value) }];
  });
}
