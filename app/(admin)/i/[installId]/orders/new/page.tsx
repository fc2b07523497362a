import { notFound, redirect } from 'next/navigation';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { ReplacesNote } from '@/components/orders/new-order/replaces-note';
import { OrdersForbidden } from '@/components/orders/shared/orders-forbidden';
import { findDrafts } from '@/lib/quotes/list-quotes.server';
import { draftOfView } from '@/lib/orders/new-order/draft-of-view';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { quoteEditPath, quotePath } from '@/lib/quotes/quote-list-url';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { installPath } from '@/lib/shared/install-path';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { openFormDraft, withOffers } from '@/app/(admin)/i/[installId]/quotes/form-draft';
import { Composer } from './composer';
import { readComposer } from './read-composer';

type NewOrderPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<Partial<Record<'draft' | 'mode' | 'from' | 'replaces', string | string[]>>>;
};

/** Number of drafts that a new form offers to continue. */
const offeredDrafts = 3;

/**
 * Form for a new sales order or quote at agreed prices. `?draft=` opens a saved draft. `?mode=quote` starts as a quote.
 * `?from=` fills the form from an earlier order. `?replaces=` fills it in the same way, and the new order then replaces
 * the earlier order.
 */
export default async function NewOrderPage({ params, searchParams }: NewOrderPageProps) {
  const { draft, mode, from, replaces } = await searchParams;
  const draftId = QuoteId.safeParse(draft);
  const copiedId = OrderId.safeParse(replaces ?? from);
  const key = `${replaces === undefined ? 'from' : 'replaces'}=${encodeURIComponent(copiedId.data ?? '')}`;
  const query = draftId.success ? `?draft=${draftId.data}` : copiedId.success ? `?${key}` : '';
  const context = await openPage(params, 'agree_prices', `/orders/new${query}`);
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId } = context;
  const isCopy = !draftId.success && copiedId.success;
  if (isCopy && !context.scopes.has('orders:read')) return <OrdersForbidden />;
  const [composer, drafts, read] = await readForPage(
    context,
    Promise.all([
      readComposer(context),
      query === '' ? findDrafts(context, offeredDrafts) : [],
      isCopy ? readOrder(context, copiedId.data) : null,
    ]),
  );
  if (read?.code === 'not_found') notFound();
  const copy = read && draftOfView(read.view, composer.store, replaces !== undefined);
  const opened = draftId.success ? await openFormDraft(context, draftId.data, composer.store) : null;
  if (opened === 'over')
    redirect(installPath(installId, quotePath({ id: draftId.data ?? '', state: 'converted' })));
  if (opened?.changes) redirect(installPath(installId, quoteEditPath(opened.changes.quoteId)));
  const replaced = (opened?.initial.draft ?? copy)?.replaces;
  return (
    <Composer
      {...composer}
      {...(opened && { initial: opened.initial })}
      {...(copy && {
        copied: {
          key: `${installId}.${key}`,
          draft: await withOffers(context, copy, composer.store.pricingCurrency),
        },
      })}
      replacesNote={replaced && <ReplacesNote number={replaced.orderNumber} />}
      drafts={drafts}
      beginsAsQuote={mode === 'quote'}
    />
  );
}
