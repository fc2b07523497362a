'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import type { OrderView } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';
import { appLocale } from '@/lib/shared/locale';
import { type AddressVocabulary, addressRows } from '@/lib/orders/address-rows';
import { NotShown } from './order-customer-card';

type OrderAddressCardProps = {
  address: OrderView['order']['shipping_address'];
  vocabulary: AddressVocabulary;
  /**
   * True if the platform could not be read. The order then comes from our mirror (copy), which has no personal data
   * (D5).
   */
  stale: boolean;
};

/**
 * Card with the delivery address: first the known address fields with labels, then all other fields. If `address` is
 * undefined, the card shows the reason: a permission is missing, or the platform could not be read. If `address` is
 * null, the order has no delivery.
 */
export function OrderAddressCard({ address, vocabulary, stale }: OrderAddressCardProps) {
  const t = useTranslations('order.address');
  const tProvince = useTranslations('province');
  const locale = appLocale(useLocale());
  const rows = address ? addressRows(address, vocabulary, locale) : [];
  return (
    <Card
      title={t('title')}
      aside={
        rows.length > 0 && (
          <span className="-me-3.5">
            <CopyButton text={rows.map(({ text }) => text).join('\n')} label={t('copy')} labelHidden />
          </span>
        )
      }
    >
      {address === undefined && <NotShown stale={stale} />}
      {address === null && <p className="text-sm text-ink-soft">{t('none')}</p>}
      {address && rows.length === 0 && <p className="text-sm text-ink-soft">{t('empty')}</p>}
      {rows.length > 0 && (
        <dl className="flex flex-col gap-2 text-sm">
          {rows.map(({ key, text }) => {
            const known = knownKey({ address: 1, city: 1, notes: 1 }, key);
            return (
              <div key={key}>
                <dt className="text-xs text-ink-soft">
                  {key === 'province' ? tProvince(vocabulary.provinceKind) : known ? t(known) : key}
                </dt>
                <dd className="break-words whitespace-pre-line">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}
