import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { QuoteDocument } from '@/components/quotes/quote-document';
import { printedLocales } from '@/lib/shared/orders/print-path';
import { type GivenQuery, readPrintChoice } from '@/lib/orders/print/print-query';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { installPath } from '@/lib/shared/install-path';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { missingPhone } from '@/app/(print)/i/[installId]/orders/missing-phone';
import { PrintPage } from '@/app/(print)/i/[installId]/orders/print-page';
import { queryText } from '@/app/(print)/i/[installId]/orders/query-text';

type PrintQuotePageProps = {
  params: Promise<{ installId: string; quoteId: string }>;
  searchParams: Promise<GivenQuery>;
};

/**
 * Print page of the last sent version of a quote. The response is 404 if the quote was never sent or its
 * content is no longer stored.
 */
export default async function PrintQuotePage({ params, searchParams }: PrintQuotePageProps) {
  const { quoteId } = await params;
  const query = await searchParams;
  const context = await openPage(params, 'see_personal_data', `/quotes/${quoteId}/print${queryText(query)}`);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const id = QuoteId.safeParse(quoteId);
  const view = id.success ? await readQuote(context, id.data) : null;
  if (!view?.number || !view.content || !view.sentAt) notFound();
  const { number, content, sentAt } = view;
  const { storeContact: contact } = await readSettings(context);
  const t = await getTranslations('quotes.document');
  const { lang, paper } = readPrintChoice(query, context.storeLocale);
  return (
    <PrintPage
      title={t('title', { number })}
      back={{
        href: installPath(context.installId, `/quotes/${encodeURIComponent(quoteId)}`),
        label: t('title', { number }),
      }}
      choice={{ lang, paper }}
      missingPhone={missingPhone(context, contact)}
    >
      {printedLocales(lang).map((locale) => (
        <QuoteDocument
          key={locale}
          contact={contact}
          quote={{ number, content, sentAt, version: view.version, state: view.state }}
          locale={locale}
          country={context.store.country}
          paper={paper}
        />
      ))}
    </PrintPage>
  );
}
