import type { XrayScreen } from '@/lib/xray/xray-block';

const queries = 'components/cash/cash-queries.ts';
const at = 'app/(admin)/i/[installId]/cash/actions.ts';

export const cash: XrayScreen = {
  path: '/cash',
  blocks: [
    { name: 'cashBook', source: 'components/cash/balance-list.tsx', feed: 'cashBookOptions', at: queries },
    { name: 'cashOrders', source: 'components/cash/cash-orders.tsx', feed: 'cashOrdersOptions', at: queries },
    { name: 'cashPost', source: 'components/cash/post-dialog.tsx', feed: 'postCashAction', at },
    {
      name: 'cashPostings',
      source: 'components/cash/book/posting-list.tsx',
      feed: 'cashPostingsOptions',
      at: queries,
    },
    { name: 'cashUndo', source: 'components/cash/book/posting-list.tsx', feed: 'undoPostingAction', at },
    { name: 'cashAssign', source: 'components/cash/assign-dialog.tsx', feed: 'assignCarrierAction', at },
    {
      name: 'cashAssignMany',
      source: 'components/cash/assign-many-dialog.tsx',
      feed: 'assignCarriersAction',
      at,
    },
    { name: 'cashUnassign', source: 'components/cash/cash-screen.tsx', feed: 'unassignCarriersAction', at },
    { name: 'cashCarrier', source: 'components/cash/carrier-dialog.tsx', feed: 'saveCarrierAction', at },
  ],
};
