import type { XrayScreen } from '@/lib/xray/xray-block';

const at = 'app/(admin)/i/[installId]/deliveries/actions.ts';
const reads = 'lib/deliveries/read-sheets.server.ts';

export const deliveries: XrayScreen = {
  path: '/deliveries',
  blocks: [
    { name: 'sheets', source: 'components/deliveries/sheets-screen.tsx', feed: 'readSheets', at: reads },
  ],
};

export const newDelivery: XrayScreen = {
  path: '/deliveries/new',
  blocks: [
    {
      name: 'newSheet',
      source: 'components/deliveries/new-sheet-screen.tsx',
      feed: 'createSheetAction',
      at,
      requests: ['getOrder'],
    },
  ],
};

export const delivery: XrayScreen = {
  path: '/deliveries/[sheetId]',
  blocks: [
    { name: 'sheetStops', source: 'components/deliveries/stop-list.tsx', feed: 'readSheet', at: reads },
    {
      name: 'sheetLink',
      source: 'components/deliveries/driver-link.tsx',
      feed: 'createSheetLinkAction',
      at,
    },
    {
      name: 'sheetLinkEnd',
      source: 'components/deliveries/driver-link.tsx',
      feed: 'withdrawSheetLinkAction',
      at,
    },
    {
      name: 'sheetShip',
      source: 'components/deliveries/ship-first.tsx',
      feed: 'shipSheetAction',
      at,
    },
    {
      name: 'sheetConfirm',
      source: 'components/deliveries/sheet-screen.tsx',
      feed: 'confirmSheetAction',
      at,
    },
    {
      name: 'sheetFailed',
      source: 'components/deliveries/refused-orders.tsx',
      feed: 'setOrderStatusAction',
      at: 'app/(admin)/i/[installId]/orders/[orderId]/actions.ts',
      requests: ['setOrderStatus'],
    },
  ],
};
