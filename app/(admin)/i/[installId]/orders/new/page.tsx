import { redirect } from 'next/navigation';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { findDrafts } from '@/lib/quotes/list-quotes.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { quoteEditPath, quotePath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import { openFormDraft } from '@/app/(admin)/i/[installId]/quotes/form-draft';
import { Composer } from './composer';
import { readComposer } from './read-composer';

type NewOrderPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<{ draft?: string | string[]; mode?: string | string[] }>;
};

/** Number of drafts that a new form offers to continue. */
const offeredDrafts = 3;

/**
 * Form for a new sales order or quote at agreed prices. `?draft=` opens a saved draft, `?mode=quote` starts as a quote.
 */
export default async function NewOrderPage({ params, searchParams }: NewOrderPageProps) {
  const { draft, mode } = await searchParams;
  const draftId = QuoteId.safeParse(draft);
  const context = await openPage(
    params,
    'agree_prices',
    draftId.success ? `/orders/new?draft=${draftId.data}` : '/orders/new',
  );
  if ('code' in context) return <RoleForbidden role={context.role} installId={(await params).installId} />;
  const { installId } = context;
  const [composer, drafts] = await readForPage(
    context,
    Promise.all([readComposer(context), draftId.success ? [] : findDrafts(context, offeredDrafts)]),
  );
  const opened = draftId.success ? await openFormDraft(context, draftId.data, composer.store) : null;
  if (opened === 'over')
    redirect(installPath(installId, quotePath({ id: draftId.data ?? '', state: 'converted' })));
  if (opened?.changes) redirect(installPath(installId, quoteEditPath(opened.changes.quoteId)));
  return (
    <Composer
      {...composer}
      {...(opened && { initial: opened.initial })}
      drafts={drafts}
      beginsAsQuote={mode === 'quote'}
    />
  );
}
