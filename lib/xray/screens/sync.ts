import type { XrayScreen } from '@/lib/xray/xray-block';

const health = { feed: 'syncOptions', at: 'components/mirror/sync-queries.ts' };
const subscriptions = 'components/webhooks/webhooks-queries.ts';
const at = 'app/(admin)/i/[installId]/sync/actions.ts';

export const sync: XrayScreen = {
  path: '/sync',
  blocks: [
    { name: 'syncState', source: 'components/mirror/sync-state-banner.tsx', ...health },
    { name: 'freshness', source: 'components/mirror/freshness-card.tsx', ...health },
    { name: 'arrival', source: 'components/mirror/arrival-card.tsx', ...health },
    { name: 'resources', source: 'components/mirror/resources-card.tsx', ...health },
    {
      name: 'repair',
      source: 'components/mirror/tasks-card.tsx',
      feed: 'startRepairAction',
      at,
      requests: ['listOrders', 'listProducts', 'listMovements', 'listDiscounts', 'getStore'],
    },
    {
      name: 'subscription',
      source: 'components/webhooks/subscription-card.tsx',
      feed: 'subscriptionOptions',
      at: subscriptions,
      requests: ['getWebhook'],
    },
    {
      name: 'subscriptionChange',
      source: 'components/webhooks/subscription-topics.tsx',
      feed: 'changeSubscriptionAction',
      at,
      requests: ['putWebhook'],
      scopes: ['orders:read', 'products:read', 'inventory:read'],
    },
    {
      name: 'subscriptionDelete',
      source: 'components/webhooks/subscription-controls.tsx',
      feed: 'deleteSubscriptionAction',
      at,
      requests: ['deleteWebhook', 'getWebhook'],
    },
    {
      name: 'testEvent',
      source: 'components/webhooks/test-event-form.tsx',
      feed: 'sendTestEventAction',
      at,
      requests: ['testWebhook'],
    },
    {
      name: 'testEventCame',
      source: 'components/webhooks/test-event-form.tsx',
      feed: 'testEventOptions',
      at: subscriptions,
    },
  ],
};

export const doctor: XrayScreen = {
  path: '/doctor',
  blocks: [
    {
      name: 'findings',
      source: 'components/doctor/findings-list.tsx',
      feed: 'readStoreFacts',
      at: 'lib/doctor/read-doctor-facts.server.ts',
    },
    {
      name: 'browserChecks',
      source: 'components/doctor/browser-checks.tsx',
      feed: 'BrowserChecks',
      at: 'components/doctor/browser-checks.tsx',
    },
    {
      name: 'versions',
      source: 'app/(admin)/i/[installId]/doctor/page.tsx',
      feed: 'readVersions',
      at: 'lib/doctor/read-doctor-facts.server.ts',
    },
  ],
};
