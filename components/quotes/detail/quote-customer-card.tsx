import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CustomerPhone } from '@/components/ui/text/customer-phone';
import { RoleNote } from '@/components/ui/feedback/role-note';
import type { QuoteView } from '@/lib/quotes/quote-view';

/**
 * Card with the quote's customer and how to contact them. If the customer data was deleted, or the user's role may not
 * see it, a text explains that.
 */
export function QuoteCustomerCard({ view }: { view: QuoteView }) {
  const t = useTranslations('quotes');
  const customer = view.content?.order.customer;
  return (
    <Card title={t('columns.customer')}>
      {customer ? (
        <div className="flex flex-col gap-1.5 text-sm">
          <bdi className="max-w-full self-start font-semibold break-words">{customer.name}</bdi>
          <CustomerPhone phone={customer.phone} country={null} />
          {customer.email && (
            <a
              href={`mailto:${customer.email}`}
              className="inline-flex min-h-11 min-w-0 items-center truncate text-brand underline-offset-2 hover:underline"
            >
              <bdi dir="ltr">{customer.email}</bdi>
            </a>
          )}
        </div>
      ) : view.isPersonHidden ? (
        <div className="flex flex-col gap-1 text-sm text-ink-soft">
          <p>{t('customerHidden')}</p>
          <RoleNote needs="see_personal_data" />
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{t('customerEnded')}</p>
      )}
    </Card>
  );
}
