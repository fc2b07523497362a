import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CustomerPhone } from '@/components/ui/customer-phone';
import type { QuoteContent } from '@/lib/quotes/quote-content';

/** Card with the quote's customer and how to contact them. If the customer data was deleted, the card says so. */
export function QuoteCustomerCard({ content }: { content: QuoteContent | null }) {
  const t = useTranslations('quotes');
  const customer = content?.order.customer;
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
      ) : (
        <p className="text-sm text-ink-soft">{t('customerEnded')}</p>
      )}
    </Card>
  );
}
