import { dehydrate } from '@tanstack/react-query';
import { HydratedQueries } from '@/components/ui/live/hydrated-queries';
import { makeQueryClient } from '@/components/frame/query-client';
import { EarlierDataCard } from '@/components/imports/earlier-data-card';
import { QuotesScreen } from '@/components/quotes/list/quotes-screen';
import { quotesOptions } from '@/components/quotes/quotes-queries';
import { listEarlierData } from '@/lib/imports/list-earlier-data.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';
import { hasRight } from '@/lib/shared/roles/roles';
import { readSettings } from '@/lib/store/save-settings.server';
import { env } from '@/lib/system/env';
import { openPage } from '@/app/(admin)/i/[installId]/open-page';
import { type PageQuery, pageQuery } from '@/app/(admin)/i/[installId]/page-query';
import { deleteDraftAction, renewQuotesAction, saveSettingsAction, setRateAction } from './actions';

type QuotesPageProps = {
  params: Promise<{ installId: string }>;
  searchParams: PageQuery;
};

/** Quotes screen. The HTML from the server already contains the first page of quotes. */
export default async function QuotesPage({ params, searchParams }: QuotesPageProps) {
  const url = readQuotesUrl(await pageQuery(searchParams));
  // After a sign-in, the user returns to the quotes screen with the filters of this URL. The URL does not
  // contain the search text. It contains only a key, under which the browser tab has stored the text.
  const context = await openPage(params, 'read', quotesPath(url));
  const filters = { ...(url.state && { state: url.state }) };
  const { installId } = context;
  const queryClient = makeQueryClient();
  const [settings, first] = await Promise.all([
    readSettings(context),
    queryClient.fetchInfiniteQuery({
      ...quotesOptions(installId, filters),
      queryFn: () => listQuotes(context, QuoteListQuery.parse(filters)),
      retry: false,
    }),
  ]);
  const isEmpty = !url.state && first.pages.every((page) => page.quotes.length === 0);
  const earlierCount = isEmpty && hasRight(context.role, 'change_settings') ? await countEarlier(context) : 0;
  return (
    <HydratedQueries json={JSON.stringify(dehydrate(queryClient))}>
      <QuotesScreen
        installId={installId}
        settings={settings}
        saveSettings={saveSettingsAction}
        deleteDraft={deleteDraftAction}
        saveRate={setRateAction}
        renew={renewQuotesAction}
        sharing={{
          appUrl: env().APP_URL,
          storeName: context.store.name,
          storeCountry: context.store.country,
          storeLocale: context.storeLocale,
          template: settings.renewedMessage,
        }}
      >
        {earlierCount > 0 && <EarlierDataCard installId={installId} count={earlierCount} />}
      </QuotesScreen>
    </HydratedQueries>
  );
}

/** Returns the number of quotes and saved views that can be imported from earlier installations of the app. */
async function countEarlier(context: InstallContext): Promise<number> {
  const { quotes, views } = await listEarlierData(context);
  return quotes.length + views.length;
}
