import { MessageCircle, Phone } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { CarrierView } from '@/lib/cash/cash-view';
import { type CarrierBalances, owingOf } from '@/lib/cash/sum-balances';
import { dateParts } from '@/lib/shared/locale';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { formatMoney } from '@/lib/shared/numbers/money';

type CarrierContactProps = { carrier: CarrierView; group: CarrierBalances; storeName: string };

/**
 * Buttons to call a carrier, and to write to the carrier on WhatsApp. The prepared message states how much the carrier
 * owes. Nothing is shown if no number of the carrier is stored.
 */
export function CarrierContact({
  carrier: { name, phone, callNumber },
  group,
  storeName,
}: CarrierContactProps) {
  const t = useTranslations('cash.balances');
  const format = useFormatter();
  const locale = useLocale();
  if (callNumber === null) return phone && <bdi dir="ltr">{phone}</bdi>;
  const owed = group.balances.filter(({ sum }) => sum.amount_minor > 0);
  const message = t('reminder', {
    store: storeName,
    amounts: owed.map(({ sum }) => formatMoney(sum, locale)).join(' + '),
    count: owed.reduce((count, balance) => count + owingOf(balance), 0),
    hasDate: String(group.oldest !== null),
    date: group.oldest ? format.dateTime(new Date(group.oldest.at), dateParts) : '',
  });
  const labelOf = (action: string) => t('of', { action, name });
  return (
    <>
      <Button asChild>
        <a href={`tel:${callNumber}`} aria-label={labelOf(t('call'))}>
          <Phone aria-hidden className="size-4" />
          {t('call')}
        </a>
      </Button>
      {owed.length > 0 && (
        <Button asChild>
          {/* WhatsApp receives no referrer and gets no access to this window. */}
          <a
            href={whatsappUrl(callNumber, message) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={labelOf(t('remind'))}
          >
            <MessageCircle aria-hidden className="size-4" />
            {t('remind')}
          </a>
        </Button>
      )}
    </>
  );
}
