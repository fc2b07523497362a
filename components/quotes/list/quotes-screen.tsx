'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/feedback/banner';
import { Button } from '@/components/ui/button';
import { LinkPending } from '@/components/ui/feedback/link-pending';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import { installPath } from '@/lib/shared/install-path';
import type { DeleteDraft } from '@/components/quotes/delete-draft-button';
import { QuoteSearchField } from './quote-search-field';
import { QuoteTabs } from './quote-tabs';
import { QuotesList } from './quotes-list';
import { QuotesMenu } from './quotes-menu';
import { quotesOptions } from '@/components/quotes/quotes-queries';
import { MovedBanner } from '@/components/quotes/rate/moved-banner';
import type { SaveRate } from '@/components/quotes/rate/rate-dialog';
import type { RenewQuotes, RenewSharing } from '@/components/quotes/rate/renew-dialog';
import type { QuoteSettings, SaveSettings } from '@/components/ui/use-save-settings';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { useSearchedUrl } from '@/components/ui/list/use-searched-url';
import { ScreenHeading } from '@/components/ui/screen-heading';
import { quotesPath, readQuotesUrl } from '@/lib/quotes/quote-list-url';

type QuotesScreenProps = {
  installId: string;
  settings: QuoteSettings;
  saveSettings: SaveSettings;
  deleteDraft: DeleteDraft;
  saveRate: SaveRate;
  renew: RenewQuotes;
  /** Data for the message to a customer about the new price of a quote. */
  sharing: RenewSharing;
  /** Content that is shown above the list of quotes. */
  children?: ReactNode;
};

/** The funnel is loaded after the quote list. A placeholder reserves its space. */
const QuoteFunnelBar = dynamic(
  () => import('./quote-funnel-bar').then(({ QuoteFunnelBar: funnel }) => funnel),
  { ssr: false, loading: () => <Skeleton className="h-28" /> },
);

/** Screen with the quotes that match the filters, last changed first. Live updates keep the list current. */
export function QuotesScreen({
  installId,
  settings,
  saveSettings,
  deleteDraft,
  saveRate,
  renew,
  sharing,
  children,
}: QuotesScreenProps) {
  const t = useTranslations('quotes');
  const [mayAgree, mayChange] = [useRight('agree_prices'), useRight('change_settings')];
  const { filters, change } = useSearchedUrl(installId, readQuotesUrl, quotesPath);
  // After a filter change, the old rows stay visible, dimmed, until the new rows arrive.
  const quotes = useInfiniteQuery({
    ...quotesOptions(installId, filters),
    placeholderData: keepPreviousData,
  });
  const moved = quotes.data?.pages.at(-1)?.moved ?? 0;
  const counts = { rate_moved: moved, ...quotes.data?.pages[0]?.waiting };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <ScreenHeading title={t('title')} className="min-w-0 flex-1" />
        {mayChange && (
          <QuotesMenu installId={installId} settings={settings} save={saveSettings} saveRate={saveRate} />
        )}
        {mayAgree && (
          <Button asChild variant="primary">
            <Link href={installPath(installId, '/orders/new?mode=quote')} prefetch={false}>
              <Plus aria-hidden className="size-4" />
              {t('newQuote')}
              <LinkPending />
            </Link>
          </Button>
        )}
      </div>
      <RoleNote needs="agree_prices" />
      <QuoteFunnelBar installId={installId} />
      <QuoteTabs installId={installId} filters={filters} change={change} counts={counts} />
      <QuoteSearchField filters={filters} change={change} searching={quotes.isPlaceholderData} />
      {quotes.isRefetchError && quotes.data && (
        <Banner
          tone="warn"
          title={t('stale')}
          actions={<Button onClick={() => void quotes.refetch()}>{t('refresh')}</Button>}
        />
      )}
      <MovedBanner installId={installId} count={moved} renew={renew} sharing={sharing} />
      {children}
      <QuotesList
        installId={installId}
        filters={filters}
        quotes={quotes}
        change={change}
        deleteDraft={mayAgree ? deleteDraft : null}
      />
    </div>
  );
}
