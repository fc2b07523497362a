import { ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import { expect, it } from 'vitest';
import type { CatalogueHit } from '@/components/catalogue/catalogue-queries';
import { offerOf } from './draft-line-of';

const hit: CatalogueHit = {
  variantId: VariantId.parse('var_1'),
  productId: ProductId.parse('prod_1'),
  productName: 'Scarf',
  variantName: 'S',
  sku: 'SC-S',
  barcode: null,
  dsin: null,
  price: { amount_minor: 12_000, currency: 'AED', decimals: 2 },
  compareAtPrice: null,
  status: 'active',
  availableQuantity: 7,
  weightGram: null,
  imageUrl: null,
};

// Without these values, the form that changes a sent quote says that the stock is hidden, and does not warn of a price
// that is a hundred times the store price.
it('a line of a sent quote gets the stock and the price of its variant from the catalogue', () => {
  const known = { sku: 'SC-S', availableQuantity: 7, cataloguePriceMinor: 12_000 };
  expect(offerOf(hit, { code: 'AED', decimals: 2 })).toMatchObject(known);
  expect(offerOf(hit, { code: 'USD', decimals: 2 })).toMatchObject({ ...known, cataloguePriceMinor: null });
  expect(offerOf({ ...hit, availableQuantity: 0 }, { code: 'AED', decimals: 2 })).toMatchObject({
    availableQuantity: 0,
  });
  expect(offerOf(null, { code: 'AED', decimals: 2 })).toMatchObject({ availableQuantity: null });
});
