import type { XrayScreen } from '@/lib/xray/xray-block';

const read = {
  feed: 'orderOptions',
  at: 'components/orders/shared/orders-queries.ts',
  requests: ['getOrder'],
} as const;
const at = 'app/(admin)/i/[installId]/orders/[orderId]/actions.ts';
const change = { feed: 'changeOrderAction', at, requests: ['getOrder', 'patchOrder'] } as const;

export const order: XrayScreen = {
  path: '/orders/[orderId]',
  blocks: [
    { name: 'orderHeading', source: 'components/orders/detail/order-heading.tsx', ...read },
    { name: 'orderLines', source: 'components/orders/detail/order-lines-card.tsx', ...read },
    {
      name: 'orderCash',
      source: 'components/cash/order-cash-note.tsx',
      feed: 'orderCashOptions',
      at: 'components/cash/cash-queries.ts',
    },
    {
      name: 'orderCustomer',
      source: 'components/orders/detail/order-customer-card.tsx',
      ...read,
      scopes: ['clients:read'],
    },
    {
      name: 'orderLink',
      source: 'components/orders/detail/link/ask-sheet.tsx',
      feed: 'createOrderLinkAction',
      at,
      requests: ['getOrder'],
    },
    {
      name: 'orderLinkWithdrawal',
      source: 'components/orders/detail/link/ask-sheet.tsx',
      feed: 'withdrawOrderLinkAction',
      at,
    },
    {
      name: 'orderAddress',
      source: 'components/orders/detail/order-address-card.tsx',
      ...read,
      scopes: ['clients:read'],
    },
    { name: 'orderPayment', source: 'components/orders/detail/order-payment-card.tsx', ...read },
    {
      name: 'orderReplacement',
      source: 'components/orders/detail/replacement-note.tsx',
      feed: 'setOrderStatusAction',
      at,
      requests: ['setOrderStatus'],
    },
    {
      name: 'storeWords',
      source: 'components/orders/detail/order-screen.tsx',
      feed: 'readStore',
      at: 'lib/store/read-store.server.ts',
      requests: ['getStore'],
      mirrors: ['getStore'],
    },
    {
      name: 'orderStatus',
      source: 'components/orders/detail/order-status-control.tsx',
      feed: 'setOrderStatusAction',
      at,
      requests: ['setOrderStatus'],
    },
    {
      name: 'ship',
      source: 'components/orders/detail/shipments/fulfill-sheet.tsx',
      feed: 'fulfillOrderAction',
      at,
      requests: ['getOrder', 'createFulfillment'],
    },
    {
      name: 'shipments',
      source: 'components/orders/detail/shipments/fulfillment-actions.tsx',
      feed: 'changeFulfillmentAction',
      at,
      requests: ['patchFulfillment'],
    },
    {
      name: 'refund',
      source: 'components/orders/detail/refunds/refund-sheet.tsx',
      feed: 'refundOrderAction',
      at,
      requests: ['getOrder', 'createRefund'],
      scopes: ['inventory:write'],
    },
    { name: 'orderNote', source: 'components/orders/detail/notes/order-note.tsx', ...change },
    { name: 'orderTags', source: 'components/orders/detail/order-tags.tsx', ...change },
    {
      name: 'orderReference',
      source: 'components/orders/detail/attributes/order-reference-card.tsx',
      ...change,
    },
    {
      name: 'orderAttributes',
      source: 'components/orders/detail/attributes/order-attributes-card.tsx',
      ...change,
    },
    { name: 'orderTimeline', source: 'components/orders/detail/timeline/order-timeline-card.tsx', ...read },
  ],
};
