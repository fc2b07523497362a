import { redirect } from 'next/navigation';
import { RoleForbidden } from '@/components/ui/feedback/role-forbidden';
import { readComposerStore } from '@/lib/store/read-composer-store.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { installPath } from '@/lib/shared/install-path';
import { env } from '@/lib/system/env';
import { openPage, readForPage } from '@/app/(admin)/i/[installId]/open-page';
import {
  deleteDraftAction,
  findOpenQuotesAction,
  saveDraftAction,
  saveSettingsAction,
  sendQuoteAction,
} from '@/app/(admin)/i/[installId]/quotes/actions';
import { openFormDraft } from '@/app/(admin)/i/[installId]/quotes/form-draft';
import { createOrderAction, matchMessageAction } from './actions';
import { Composer } from './composer';

type NewOrderPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: Promise<{ draft?: string | string[]; mode?: string | string[] }>;
};

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
  const [{ name, ...store }, initial, { quoteMessage }] = await readForPage(
    context,
    Promise.all([
      readComposerStore(context),
      draftId.success ? openFormDraft(context, draftId.data) : null,
      readSettings(context),
    ]),
  );
  if (initial === 'over') redirect(installPath(installId, `/quotes/${draftId.data}`));
  return (
    <Composer
      installId={installId}
      store={store}
      create={createOrderAction}
      match={matchMessageAction}
      draftStore={{ save: saveDraftAction, remove: deleteDraftAction }}
      {...(initial && { initial })}
      beginsAsQuote={mode === 'quote'}
      quotes={{ send: sendQuoteAction, findOpen: findOpenQuotesAction }}
      sharing={{
        appUrl: env().APP_URL,
        storeName: name,
        storeLocale: context.storeLocale,
        template: quoteMessage,
        saveSettings: saveSettingsAction,
      }}
    />
  );
}
