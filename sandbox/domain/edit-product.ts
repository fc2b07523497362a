import type { ProductRecord, StoreRecord, VariantRecord } from '@/sandbox/world/records';
import { type Context, recordEffect } from './context';
import { emit } from './events';
import { moveStock } from './stock';

/**
 * A variant as the merchant's form sends it. With an id, the form changes that variant. Without an id, it
 * adds a new variant.
 */
export type VariantEdit = {
  id?: string | undefined;
  name?: string | undefined;
  sku?: string | null | undefined;
  price_minor?: number | undefined;
  quantity?: number | undefined;
  status?: VariantRecord['status'] | undefined;
};

/**
 * Adds a product to a store. The starting stock of its variants is recorded as stock movements with the
 * reason `initial`.
 */
export function createProduct(
  context: Context,
  store: StoreRecord,
  given: { name: string; variants: VariantEdit[] },
): ProductRecord {
  const { world } = context;
  const now = world.now();
  const id = world.newId('prod');
  world.products.put({
    id,
    store_id: store.id,
    dsin: `DS${store.country}${id.slice(-8).toUpperCase()}`,
    name: given.name,
    status: 'active',
    brand: store.name,
    description: given.name,
    category: { id: `cat_${store.slug}_0`, name: store.name },
    image_color: store.accent_color,
    variants: given.variants.map((edit) => applyEdit(newVariant(world.newId('var')), edit)),
    created_at: now,
    updated_at: now,
  });
  recordEffect(context, 'product.created', id);
  emit(context, store.id, 'product.created', { product_id: id });
  fillStock(context, id, given.variants, 'initial');
  return world.products.need(id);
}

/**
 * Changes only the given fields of a product. Variants that are not in the list do not change. A new quantity
 * is recorded as a stock movement with the reason `correction`.
 */
export function updateProduct(
  context: Context,
  product: ProductRecord,
  edit: {
    name?: string | undefined;
    status?: ProductRecord['status'] | undefined;
    variants?: VariantEdit[] | undefined;
  },
): ProductRecord {
  const { world } = context;
  const edits = edit.variants ?? [];
  const existing = product.variants.map((row) =>
    applyEdit(row, edits.find((change) => change.id === row.id) ?? {}),
  );
  const added = edits.filter((change) => change.id === undefined);
  world.products.put({
    ...product,
    name: edit.name ?? product.name,
    status: edit.status ?? product.status,
    variants: [...existing, ...added.map((change) => applyEdit(newVariant(world.newId('var')), change))],
    updated_at: world.now(),
  });
  recordEffect(context, 'product.updated', product.id);
  emit(context, product.store_id, 'product.updated', { product_id: product.id });
  fillStock(
    context,
    product.id,
    [...existing.map((row) => edits.find((change) => change.id === row.id) ?? {}), ...added],
    'correction',
  );
  return world.products.need(product.id);
}

export function deleteProduct(context: Context, product: ProductRecord): void {
  context.world.products.drop(product.id);
  recordEffect(context, 'product.deleted', product.id);
  emit(context, product.store_id, 'product.deleted', { product_id: product.id });
}

function newVariant(id: string): VariantRecord {
  return {
    id,
    name: '',
    sku: null,
    barcode: null,
    price_minor: 0,
    compare_at_minor: null,
    status: 'active',
    attributes: {},
    weight_gram: null,
    stock: 0,
    stock_policy: 'deny',
  };
}

function applyEdit(row: VariantRecord, edit: VariantEdit): VariantRecord {
  return {
    ...row,
    name: edit.name ?? row.name,
    sku: edit.sku === undefined ? row.sku : edit.sku,
    price_minor: edit.price_minor ?? row.price_minor,
    status: edit.status ?? row.status,
  };
}

/**
 * Sets the stock of a product's variants. `edits` must have one entry for each variant of the product, in the same
 * sequence.
 */
function fillStock(context: Context, productId: string, edits: VariantEdit[], reason: string): void {
  const product = context.world.products.need(productId);
  for (const [index, row] of product.variants.entries()) {
    const wanted = edits[index]?.quantity;
    if (wanted !== undefined && wanted !== row.stock)
      moveStock(context, product.store_id, row.id, wanted - row.stock, reason);
  }
}
