import { Phone } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { wholeNumber } from '@/components/ui/text/customer-phone';
import type { OrderView } from '@/lib/orders/order-view';

/**
 * The customer below the title of the order page, with a button to call. It is shown only on a phone, where the card of
 * the customer is below the first screen. A number that must first be parsed has its button only in that card. The
 * messages are only there too: the link of WhatsApp is made at the press and is never in the HTML.
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
        <Button asChild>
          <a href={`tel:${e164}`}>
            <Phone aria-hidden className="size-4" />
            {t('call')}
          </a>
        </Button>
      )}
    </div>
  );
}
