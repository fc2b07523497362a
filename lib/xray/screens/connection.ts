import type { XrayScreen } from '@/lib/xray/xray-block';

const health = { feed: 'syncOptions', at: 'components/mirror/sync-queries.ts' };
const subscriptions = 'components/webhooks/webhooks-queries.ts';
const at = 'app/(admin)/i/[installId]/connection/developers/actions.ts';

export const connection: XrayScreen = {
  path: '/connection',
  blocks: [
    { name: 'connectionState', source: 'components/mirror/connection-state.tsx', ...health },
    {
      name: 'repair',
      source: 'components/mirror/check-card.tsx',
      feed: 'startRepairAction',
      at: 'app/(admin)/i/[installId]/connection/actions.ts',
      requests: ['listOrders', 'listProducts', 'listMovements', 'listDiscounts', 'getStore'],
      patterns: ['dirty-mark', 'sweep-with-watermark'],
    },
    {
      name: 'subscription',
      source: 'components/webhooks/missing-topics.tsx',
      feed: 'subscriptionOptions',
      at: subscriptions,
      requests: ['getWebhook'],
    },
    {
      name: 'subscriptionChange',
      source: 'components/webhooks/missing-topics.tsx',
      feed: 'changeSubscriptionAction',
      at,
      requests: ['putWebhook'],
      scopes: ['orders:read', 'products:read', 'inventory:read'],
    },
    { name: 'lastProblem', source: 'components/mirror/last-problem-card.tsx', ...health },
  ],
};

export const developers: XrayScreen = {
  path: '/connection/developers',
  blocks: [
    {
      name: 'freshness',
      source: 'components/mirror/freshness-card.tsx',
      ...health,
      patterns: ['dirty-mark', 'leases'],
    },
    {
      name: 'arrival',
      source: 'components/mirror/arrival-card.tsx',
      ...health,
      patterns: ['inbox', 'group-commit', 'install-of-a-request'],
    },
    {
      name: 'resources',
      source: 'components/mirror/resources-card.tsx',
      ...health,
      patterns: ['sweep-with-watermark', 'ready-list', 'leases'],
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
      patterns: ['inbox'],
    },
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
      name: 'xraySwitch',
      source: 'components/settings/xray-card.tsx',
      feed: 'chooseScreenAction',
      at: 'app/(admin)/i/[installId]/settings/actions.ts',
    },
    {
      name: 'grant',
      source: 'components/installs/scope-codes.tsx',
      feed: 'readGrant',
      at: 'lib/installs/read-grant.server.ts',
      mirrors: ['getInstallation'],
    },
    {
      name: 'versions',
      source: 'app/(admin)/i/[installId]/connection/developers/page.tsx',
      feed: 'readVersions',
      at: 'lib/doctor/read-doctor-facts.server.ts',
    },
  ],
};
