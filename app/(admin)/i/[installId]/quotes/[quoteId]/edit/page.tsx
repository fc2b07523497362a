import { notFound, redirect } from 'next/navigation';
import { fitStock } from '@/components/quotes/detail/stock-fix';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { quotePath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { Composer } from '@/app/(admin)/i/[installId]/orders/new/composer';
import { readComposer } from '@/app/(admin)/i/[installId]/orders/new/read-composer';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { openFormDraft } from '@/app/(admin)/i/[installId]/quotes/form-draft';

type EditQuotePageProps = {
  params: Promise<{ installId: string; quoteId: string }>;
  searchParams: PageQuery;
};

/**
 * Form that changes a quote that was sent. If the customer has requested a change, the request is shown above the form.
 * If the order of the quote lacked stock, the form can open with quantities that fit the stock.
 */
export default async function EditQuotePage({ params, searchParams }: EditQuotePageProps) {
  const { quoteId } = await params;
  const context = await openPage(params, 'agree_prices', `/quotes/${quoteId}/edit`);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId } = context;
  const id = QuoteId.safeParse(quoteId);
  if (!id.success) notFound();
  const composer = await readForPage(context, readComposer(context));
  const opened = await openFormDraft(context, id.data, composer.store, {
    isStockFitted: (await pageQuery(searchParams)).get(fitStock.name) === fitStock.value,
  });
  if (opened === 'over') redirect(installPath(installId, quotePath({ id: quoteId, state: 'sent' })));
  if (!opened) notFound();
  const { initial, changes } = opened;
  if (!changes) redirect(installPath(installId, quotePath({ id: quoteId, state: 'draft' })));
  return <Composer {...composer} initial={initial} changes={changes} />;
}
