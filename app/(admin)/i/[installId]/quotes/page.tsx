import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { makeQueryClient } from '@/components/frame/query-client';
import { QuotesScreen } from '@/components/quotes/list/quotes-screen';
import { quotesOptions } from '@/components/quotes/quotes-queries';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';
import { readSettings } from '@/lib/store/save-settings.server';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { deleteDraftAction, saveSettingsAction } from './actions';

type QuotesPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: PageQuery;
};

/** Quotes screen. The HTML from the server already contains the first page of quotes. */
export default async function QuotesPage({ params, searchParams }: QuotesPageProps) {
  const url = readQuotesUrl(await pageQuery(searchParams));
  // After a sign-in, the user returns to the quotes screen with the filters of this URL. The URL does not contain the
  // search text. It has only a key, with which the browser tab finds the text that it has stored.
  const context = await openPage(params, 'read', quotesPath(url));
  const filters = { ...(url.state && { state: url.state }) };
  const { installId } = context;
  const queryClient = makeQueryClient();
  const [settings] = await Promise.all([
    readSettings(context),
    queryClient.fetchInfiniteQuery({
      ...quotesOptions(installId, filters),
      queryFn: () => listQuotes(context, QuoteListQuery.parse(filters)),
      retry: false,
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QuotesScreen
        installId={installId}
        settings={settings}
        saveSettings={saveSettingsAction}
        deleteDraft={deleteDraftAction}
      />
    </HydrationBoundary>
  );
}
