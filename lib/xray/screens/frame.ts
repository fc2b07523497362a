import type { XrayBlock } from '@/lib/xray/xray-block';

/** The X-ray blocks of the frame, which is the part of the page around every screen. */
export const frameBlocks: readonly XrayBlock[] = [
  {
    name: 'live',
    source: 'components/ui/feedback/live-mark.tsx',
    feed: 'openLiveStream',
    at: 'components/frame/live-stream.ts',
    patterns: ['live-stream', 'polling'],
  },
  {
    name: 'palette',
    source: 'components/frame/palette-panel.tsx',
    feed: 'foundOrdersOptions',
    at: 'components/orders/shared/orders-queries.ts',
    mirrors: ['listOrders', 'getOrder'],
  },
];
