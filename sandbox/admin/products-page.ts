import { html } from 'hono/html';
import { productStatus } from '@/sandbox/domain/catalogue';
import type { ProductRecord, StoreRecord, VariantRecord } from '@/sandbox/world/records';
import { productImagePath } from '@/sandbox/world/product-image';
import { type Html, money, storePage, storePath } from './layout';
import { texts } from './texts';

/**
 * Renders the page that lists a store's products, newest first. Each press of a button on the page changes the price or
 * the stock of a variant by one step.
 */
export function productsPage(
  store: StoreRecord,
  found: { rows: ProductRecord[]; nextCursor: string | null },
  cursor?: string,
  done?: string,
): Html {
  const text = texts[store.locale];
  return storePage(
    store,
    'products',
    text.products,
    html`<h1>${text.products}</h1>
      <ul class="products">
        ${found.rows.map((product) => productItem(store, product, cursor))}
      </ul>
      ${found.nextCursor ? html`<p><a class="button" href="?cursor=${found.nextCursor}">${text.olderOrders}</a></p>` : ''}`,
    done,
  );
}

function productItem(store: StoreRecord, product: ProductRecord, cursor: string | undefined): Html {
  const status = productStatus(product);
  return html`<li>
    <p class="title"><span><img src="${productImagePath(product)}" alt="" width="48" height="48" loading="lazy" /> <b>${product.name}</b> <small>${product.brand}</small></span><span class="badge ${status === 'active' ? 'good' : 'off'}">${texts[store.locale].stockStates[status]}</span></p>
    ${product.variants.map((variant) => variantForm(store, product, variant, cursor))}
  </li>`;
}

function variantForm(
  store: StoreRecord,
  product: ProductRecord,
  variant: VariantRecord,
  cursor: string | undefined,
): Html {
  const text = texts[store.locale];
  const path = storePath(
    store,
    `products/${encodeURIComponent(product.id)}/${encodeURIComponent(variant.id)}`,
  );
  return html`<form method="post" action="${path}" class="variant">
    ${cursor === undefined ? '' : html`<input type="hidden" name="cursor" value="${cursor}" />`}
    <span class="name">${variant.name}</span>
    ${stepper(store, 'price', text.price, variant, money(store, variant.price_minor, store.currency))}
    ${stepper(store, 'stock', text.stock, variant, html`<bdi>${variant.stock}</bdi>`)}
  </form>`;
}

function stepper(
  store: StoreRecord,
  field: 'price' | 'stock',
  label: string,
  variant: VariantRecord,
  value: Html,
): Html {
  const text = texts[store.locale];
  const named = `${label}: ${variant.name}`;
  return html`<span class="stepper"><small>${label}</small>
    <button name="step" value="${field}-down" aria-label="${text.less(named)}">−</button>
    <span class="value">${value}</span>
    <button name="step" value="${field}-up" aria-label="${text.more(named)}">+</button></span>`;
}
