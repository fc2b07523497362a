import type { XrayScreen } from '@/lib/xray/xray-block';

const queries = 'components/orders/shared/orders-queries.ts';
const actions = 'app/(admin)/i/[installId]/orders/actions.ts';
const runActions = 'app/(admin)/i/[installId]/runs/actions.ts';

export const orders: XrayScreen = {
  path: '/orders',
  blocks: [
    {
      name: 'ordersList',
      source: 'components/orders/list/orders-list.tsx',
      feed: 'ordersListOptions',
      at: queries,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'views',
      source: 'components/orders/list/filters/order-views.tsx',
      feed: 'savedViewsOptions',
      at: queries,
    },
    {
      name: 'viewCounts',
      source: 'components/orders/list/filters/order-views.tsx',
      feed: 'orderWorkOptions',
      at: queries,
      mirrors: ['listOrders'],
    },
    {
      name: 'viewSave',
      source: 'components/orders/list/filters/saved-view-controls.tsx',
      feed: 'saveViewAction',
      at: actions,
    },
    {
      name: 'viewChange',
      source: 'components/orders/list/filters/saved-view-controls.tsx',
      feed: 'changeViewAction',
      at: actions,
    },
    {
      name: 'viewDelete',
      source: 'components/orders/list/filters/saved-view-controls.tsx',
      feed: 'deleteViewAction',
      at: actions,
    },
    {
      name: 'namesAnswer',
      source: 'components/orders/list/names-question.tsx',
      feed: 'chooseScreenAction',
      at: 'app/(admin)/i/[installId]/settings/actions.ts',
    },
    {
      name: 'runUnderWay',
      source: 'components/operations/run-under-way.tsx',
      feed: 'openRunsOptions',
      at: 'components/operations/bulk-queries.ts',
    },
    {
      name: 'bulkPreflight',
      source: 'components/orders/list/bulk/bulk-preflight.tsx',
      feed: 'preflightBulkAction',
      at: runActions,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'bulkStart',
      source: 'components/orders/list/bulk/bulk-dialog.tsx',
      feed: 'startBulkAction',
      at: runActions,
      requests: ['patchOrder', 'setOrderStatus', 'createFulfillment'],
    },
    {
      name: 'courierMatch',
      source: 'components/orders/list/bulk/courier-preview.tsx',
      feed: 'matchCourierSheetAction',
      at: actions,
      mirrors: ['listOrders', 'getOrder'],
    },
    {
      name: 'courierStart',
      source: 'components/orders/list/bulk/courier-dialog.tsx',
      feed: 'startCourierRunAction',
      at: actions,
      requests: ['createFulfillment', 'getOrder'],
    },
    {
      name: 'ordersExport',
      source: 'components/orders/list/orders-menu.tsx',
      feed: 'exportOrders',
      at: 'lib/orders/list/export-orders.server.ts',
      mirrors: ['listOrders', 'getOrder'],
    },
  ],
};
