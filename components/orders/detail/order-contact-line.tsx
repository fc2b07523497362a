import { MessageCircle, Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { wholeNumber } from '@/components/ui/text/customer-phone';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import type { OrderView } from '@/lib/orders/order-view';

/**
 * The customer below the title of the order page, with buttons to call and to open an empty chat. It is shown only on a
 * phone, where the card of the customer is below the first screen. A number that must first be parsed has its buttons
 * only in that card. The messages with texts are only there too.
 */
export function OrderContactLine({ customer }: Pick<OrderView['order'], 'customer'>) {
  const t = useTranslations('order.customer');
  if (!customer) return null;
  const { first_name, last_name, phone } = customer;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  const e164 = phone && wholeNumber.test(phone) ? phone : null;
  if (!name && !e164) return null;
  return (
    <div className="flex min-h-11 items-center gap-2 sm:hidden" data-contact>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{name || t('unnamed')}</bdi>
      {e164 && (
        <>
          <Button asChild>
            <a
              href={whatsappUrl(e164, '') ?? undefined}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('whatsapp')}
            >
              <MessageCircle aria-hidden className="size-4" />
            </a>
          </Button>
          <Button asChild>
            <a href={`tel:${e164}`}>
              <Phone aria-hidden className="size-4" />
              {t('call')}
            </a>
          </Button>
        </>
      )}
    </div>
  );
}
