import type { XrayScreen } from '@/lib/xray/xray-block';

const queries = 'components/quotes/quotes-queries.ts';
const at = 'app/(admin)/i/[installId]/quotes/actions.ts';

export const quotes: XrayScreen = {
  path: '/quotes',
  blocks: [
    {
      name: 'quotesList',
      source: 'components/quotes/list/quotes-list.tsx',
      feed: 'quotesOptions',
      at: queries,
    },
    {
      name: 'funnel',
      source: 'components/quotes/list/quote-funnel-bar.tsx',
      feed: 'funnelOptions',
      at: queries,
    },
    {
      name: 'deletedDraft',
      source: 'components/quotes/delete-draft-button.tsx',
      feed: 'deleteDraftAction',
      at,
    },
    {
      name: 'quoteSettings',
      source: 'components/quotes/quote-settings-dialog.tsx',
      feed: 'saveSettingsAction',
      at,
    },
    {
      name: 'exchangeRate',
      source: 'components/quotes/rate/rate-dialog.tsx',
      feed: 'setRateAction',
      at,
    },
    {
      name: 'renewal',
      source: 'components/quotes/rate/renew-dialog.tsx',
      feed: 'renewQuotesAction',
      at,
    },
  ],
};

export const quote: XrayScreen = {
  path: '/quotes/[quoteId]',
  blocks: [
    {
      name: 'quoteContent',
      source: 'components/quotes/detail/quote-content-card.tsx',
      feed: 'quoteOptions',
      at: queries,
    },
    {
      name: 'quoteCustomer',
      source: 'components/quotes/detail/quote-customer-card.tsx',
      feed: 'quoteOptions',
      at: queries,
    },
    {
      name: 'quoteHistory',
      source: 'components/quotes/detail/quote-history-card.tsx',
      feed: 'quoteOptions',
      at: queries,
    },
    {
      name: 'quoteAccept',
      source: 'components/quotes/detail/accept-dialog.tsx',
      feed: 'acceptForCustomerAction',
      at,
      requests: ['createOrder'],
    },
    {
      name: 'quoteRetry',
      source: 'components/quotes/detail/quote-problem.tsx',
      feed: 'retryQuoteAction',
      at,
      requests: ['createOrder'],
    },
    {
      name: 'quoteReopen',
      source: 'components/quotes/detail/digits-closed.tsx',
      feed: 'reopenDigitsAction',
      at,
    },
    {
      name: 'quoteWithdraw',
      source: 'components/quotes/detail/quote-actions.tsx',
      feed: 'withdrawQuoteAction',
      at,
    },
    {
      name: 'quoteWithdrawLink',
      source: 'components/quotes/detail/quote-actions.tsx',
      feed: 'withdrawLinkAction',
      at,
    },
    {
      name: 'quoteDuplicate',
      source: 'components/quotes/detail/quote-actions.tsx',
      feed: 'duplicateQuoteAction',
      at,
    },
    {
      name: 'quoteMessage',
      source: 'components/quotes/share-quote.tsx',
      feed: 'saveSettingsAction',
      at,
    },
  ],
};
