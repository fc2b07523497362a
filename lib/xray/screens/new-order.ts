import type { XrayScreen } from '@/lib/xray/xray-block';

const catalogue = 'components/catalogue/catalogue-queries.ts';
const orderActions = 'app/(admin)/i/[installId]/orders/new/actions.ts';
const quoteActions = 'app/(admin)/i/[installId]/quotes/actions.ts';

export const newOrder: XrayScreen = {
  path: '/orders/new',
  blocks: [
    {
      name: 'catalogue',
      source: 'components/orders/new-order/lines/catalogue-picker.tsx',
      feed: 'catalogueOptions',
      at: catalogue,
      requests: ['listProducts'],
      mirrors: ['listProducts', 'getProduct'],
    },
    {
      name: 'scannedCode',
      source: 'components/orders/new-order/lines/catalogue-picker.tsx',
      feed: 'scannedCodeOptions',
      at: catalogue,
      requests: ['listProducts'],
      mirrors: ['listProducts', 'getProduct'],
    },
    {
      name: 'pastedMessage',
      source: 'components/catalogue/paste-message-dialog.tsx',
      feed: 'matchMessageAction',
      at: orderActions,
      mirrors: ['listProducts', 'getProduct'],
    },
    {
      name: 'composerStore',
      source: 'components/orders/new-order/new-order-screen.tsx',
      feed: 'readComposerStore',
      at: 'lib/store/read-composer-store.server.ts',
      requests: ['getStore'],
      mirrors: ['getStore'],
    },
    {
      name: 'createOrder',
      source: 'components/orders/new-order/new-order-summary.tsx',
      feed: 'createOrderAction',
      at: orderActions,
      requests: ['createOrder', 'listVariants'],
    },
    {
      name: 'savedDraft',
      source: 'components/orders/new-order/draft/new-order-draft-state.tsx',
      feed: 'saveDraftAction',
      at: quoteActions,
    },
    {
      name: 'deletedDraft',
      source: 'components/orders/new-order/draft/new-order-draft-state.tsx',
      feed: 'deleteDraftAction',
      at: quoteActions,
    },
    {
      name: 'openQuotes',
      source: 'components/quotes/open-quotes-warning.tsx',
      feed: 'findOpenQuotesAction',
      at: quoteActions,
    },
    {
      name: 'sendQuote',
      source: 'components/quotes/send-quote-dialog.tsx',
      feed: 'sendQuoteAction',
      at: quoteActions,
      scopes: ['orders:create'],
    },
    {
      name: 'quoteMessage',
      source: 'components/quotes/share-quote.tsx',
      feed: 'saveSettingsAction',
      at: quoteActions,
    },
  ],
};

export const quoteEdit: XrayScreen = { ...newOrder, path: '/quotes/[quoteId]/edit' };
