import type { XrayBlock } from '@/lib/xray/xray-block';

/** What stands around every screen. */
export const frameBlocks: readonly XrayBlock[] = [
  {
    name: 'live',
    source: 'components/ui/live-mark.tsx',
    feed: 'openLiveStream',
    at: 'components/frame/live-stream.ts',
  },
  {
    name: 'palette',
    source: 'components/frame/palette-panel.tsx',
    feed: 'ordersListOptions',
    at: 'components/orders/orders-queries.ts',
    mirrors: ['listOrders', 'getOrder'],
  },
];
