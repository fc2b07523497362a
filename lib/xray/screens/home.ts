import type { XrayScreen } from '@/lib/xray/xray-block';

const at = 'components/home/home-queries.ts';

export const home: XrayScreen = {
  path: '',
  blocks: [
    { name: 'setUp', source: 'components/home/set-up-card.tsx', feed: 'homeOptions', at },
    {
      name: 'hideSteps',
      source: 'components/home/set-up-card.tsx',
      feed: 'saveSettingsAction',
      at: 'app/(admin)/i/[installId]/quotes/actions.ts',
    },
    {
      name: 'today',
      source: 'components/home/today-card.tsx',
      feed: 'homeOptions',
      at,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'work',
      source: 'components/home/work-strip.tsx',
      feed: 'homeOptions',
      at,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'cash',
      source: 'components/home/cash-card.tsx',
      feed: 'homeOptions',
      at,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'charts',
      source: 'components/home/home-charts.tsx',
      feed: 'chartsOptions',
      at,
      mirrors: ['listOrders', 'getOrder'],
    },
    { name: 'quoteWork', source: 'components/home/quotes-card.tsx', feed: 'homeOptions', at },
    { name: 'syncLine', source: 'components/home/home-screen.tsx', feed: 'homeOptions', at },
    { name: 'recentActivity', source: 'components/home/recent-activity.tsx', feed: 'homeOptions', at },
  ],
};
