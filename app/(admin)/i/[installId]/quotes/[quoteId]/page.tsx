import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { notFound, redirect } from 'next/navigation';
import { makeQueryClient } from '@/components/frame/query-client';
import { quotePath } from '@/lib/quotes/quote-list-url';
import { installPath } from '@/lib/shared/install-path';
import { QuoteScreen } from '@/components/quotes/detail/quote-screen';
import { quoteOptions } from '@/components/quotes/quotes-queries';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { readSettings } from '@/lib/store/save-settings.server';
import { env } from '@/lib/system/env';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import {
  acceptForCustomerAction,
  duplicateQuoteAction,
  reopenDigitsAction,
  retryQuoteAction,
  saveSettingsAction,
  withdrawLinkAction,
  withdrawQuoteAction,
} from '@/app/(admin)/i/[installId]/quotes/actions';

type QuotePageProps = { params: Promise<{ installId: string; quoteId: string }> };

/** Page of one quote that was sent. If the quote is still a draft, the page redirects to the order form. */
export default async function QuotePage({ params }: QuotePageProps) {
  const { quoteId } = await params;
  const context = await openPage(params, 'read', `/quotes/${quoteId}`);
  const { installId } = context;
  const id = QuoteId.safeParse(quoteId);
  const view = id.success ? await readQuote(context, id.data) : null;
  if (!view) notFound();
  if (view.state === 'draft') redirect(installPath(installId, quotePath(view)));
  const queryClient = makeQueryClient();
  queryClient.setQueryData(quoteOptions(installId, view.id).queryKey, view);
  const { quoteMessage, reminderMessage } = await readSettings(context);
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <QuoteScreen
        installId={installId}
        quoteId={view.id}
        sharing={{
          appUrl: env().APP_URL,
          storeName: context.store.name,
          storeCountry: context.store.country,
          storeLocale: context.storeLocale,
          template: quoteMessage,
          setting: 'quoteMessage',
          saveSettings: saveSettingsAction,
        }}
        reminder={reminderMessage}
        actions={{
          withdraw: withdrawQuoteAction,
          withdrawLink: withdrawLinkAction,
          reopenDigits: reopenDigitsAction,
          accept: acceptForCustomerAction,
          retry: retryQuoteAction,
          duplicate: duplicateQuoteAction,
        }}
      />
    </HydratedQueries>
  );
}
