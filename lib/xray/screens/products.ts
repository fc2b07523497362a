import type { XrayScreen } from '@/lib/xray/xray-block';

const products = 'lib/catalogue/product-queries.ts';
const movements = 'lib/inventory/movement-queries.ts';
const at = 'app/(admin)/i/[installId]/products/actions.ts';

export const productList: XrayScreen = {
  path: '/products',
  blocks: [
    {
      name: 'productsList',
      source: 'components/products/products-list.tsx',
      feed: 'productsOptions',
      at: products,
      mirrors: ['listProducts', 'getProduct'],
      scopes: ['inventory:read'],
    },
    {
      name: 'stockSheet',
      source: 'components/products/stock-sheet/stock-sheet-preview.tsx',
      feed: 'matchStockSheetAction',
      at,
      mirrors: ['listProducts', 'getProduct'],
    },
    {
      name: 'locations',
      source: 'components/products/stock-sheet/stock-sheet-dialog.tsx',
      feed: 'locationsOptions',
      at: movements,
      mirrors: ['listMovements'],
    },
    {
      name: 'stockRun',
      source: 'components/products/stock-sheet/stock-sheet-dialog.tsx',
      feed: 'startBulkAction',
      at: 'app/(admin)/i/[installId]/runs/actions.ts',
      requests: ['createMovement'],
    },
  ],
};

export const product: XrayScreen = {
  path: '/products/[productId]',
  blocks: [
    {
      name: 'productFacts',
      source: 'components/products/product-facts-card.tsx',
      feed: 'productOptions',
      at: products,
      requests: ['getProduct'],
      mirrors: ['listProducts', 'getProduct'],
    },
    {
      name: 'variants',
      source: 'components/products/variants-card.tsx',
      feed: 'productOptions',
      at: products,
      requests: ['getProduct'],
      mirrors: ['listProducts', 'getProduct'],
      scopes: ['inventory:read'],
    },
    {
      name: 'ledger',
      source: 'components/products/ledger/ledger-card.tsx',
      feed: 'movementsOptions',
      at: movements,
      mirrors: ['listMovements'],
    },
    {
      name: 'stockMove',
      source: 'components/products/ledger/adjust-sheet.tsx',
      feed: 'moveStockAction',
      at,
      requests: ['createMovement'],
    },
  ],
};

export const discounts: XrayScreen = {
  path: '/discounts',
  blocks: [
    {
      name: 'discountsList',
      source: 'components/discounts/discounts-screen.tsx',
      feed: 'discountsOptions',
      at: 'components/discounts/discounts-queries.ts',
      mirrors: ['listDiscounts'],
    },
  ],
};
