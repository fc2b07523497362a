import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DirectionField } from '@/components/products/ledger/direction-field';
import { LedgerCard } from '@/components/products/ledger/ledger-card';
import { LedgerFilterFields } from '@/components/products/ledger/ledger-filter-fields';
import { LocationField } from '@/components/products/ledger/location-field';
import { MovementTableRow } from '@/components/products/ledger/movement-table-row';
import { ProductFactsCard } from '@/components/products/product-facts-card';
import { ProductTableRow } from '@/components/products/product-table-row';
import { ProductTabs } from '@/components/products/product-tabs';
import { productsOfUrl } from '@/components/products/product-url';
import { StockSheetPreview } from '@/components/products/stock-sheet/stock-sheet-preview';
import type { ProductRow, ProductView, StockView } from '@/lib/catalogue/product-queries';
import type { StockSheetRow } from '@/lib/inventory/movement-queries';
import { ProductId } from 'commerce-platform-client/contract/ids';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

type Provider = ComponentProps<typeof NextIntlClientProvider>;

const render = (children: ReactNode, locale: 'ar' | 'en' = 'en') => {
  const texts: Provider = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
};

/** Returns the markup of a row inside a table. */
const inTable = (row: ReactNode) => createElement('table', null, createElement('tbody', null, row));
const ignore = () => undefined;

it('a new stock can be typed only if the current stock is known; otherwise the choice is disabled with its reason', () => {
  const shown = (stock: StockView) =>
    render(createElement(DirectionField, { stock, value: 'add', onChange: ignore }));
  const { set, setOff } = en.products.move;
  const known = shown({ code: 'known', quantity: 12 });
  expect(known).toContain(`>${set}<`);
  expect(known).not.toContain('<fieldset disabled');
  for (const code of ['hidden', 'unknown'] as const) {
    const [, reasonId, choice] =
      /<fieldset disabled="" aria-describedby="([^"]+)"[^>]*>(.*)<\/fieldset>/.exec(shown({ code })) ?? [];
    expect(choice).toContain(`>${set}<`);
    expect(shown({ code })).toMatch(new RegExp(`id="${reasonId}"[^>]*>${render(setOff[code])}`));
  }
});

const movement = {
  id: 'mov_1',
  locationId: 'loc_2',
  delta: -1,
  stockAfter: 11,
  reason: 'sale',
  occurredAt: '2026-11-28T09:10:00Z',
};
const one = [{ id: 'loc_1', number: 1 }];
const two = [...one, { id: 'loc_2', number: 2 }];

it('the screen of a store with one location does not name the location', () => {
  const filters = (locations: typeof one) =>
    render(
      createElement(LedgerFilterFields, {
        variants: [],
        variantId: 'var_1',
        filters: {},
        known: { reasons: [], locations },
        change: ignore,
      }),
    );
  const field = (locations: typeof one, value = 'loc_1') =>
    render(createElement(LocationField, { locations, value, onChange: ignore, error: undefined }));
  const row = (location: string | null) =>
    render(inTable(createElement(MovementTableRow, { movement, location })));
  const { ledger, move } = en.products;
  expect(filters(two)).toContain(ledger.allLocations);
  expect(filters(one)).not.toContain(ledger.allLocations);
  expect(field(two)).toContain('<select');
  expect(field(one)).not.toContain('<select');
  // The user can still type the id of a location that has no movements yet.
  expect(field(one)).toMatch(new RegExp(`<button.*${move.otherLocation}</button>`));
  expect(field(one, '')).toContain('<select');
  expect(row('Location 2')).toContain('Location 2');
  expect(row(null).match(/role="cell"/g)).toHaveLength(4);
});

it('the form and the ledger of the stock name a location by its number and not by the id of the platform', () => {
  const page = { movements: [movement], next: null, reasons: [], locations: two };
  const ledger = { data: { pages: [page], pageParams: [] }, isPlaceholderData: false };
  const card = createElement(LedgerCard, {
    variants: [],
    variantId: 'var_1',
    filters: {},
    change: ignore,
    ledger: ledger as unknown as ComponentProps<typeof LedgerCard>['ledger'],
  });
  const field = createElement(LocationField, {
    locations: two,
    value: 'loc_1',
    onChange: ignore,
    error: undefined,
  });
  const choicesIn = (markup: string) =>
    [...markup.matchAll(/<option value="loc_[^>]*>([^<]*)</g)].map(([, text]) => text);
  for (const shown of [render(card), render(field)])
    expect(choicesIn(shown)).toEqual(['Location 1', 'Location 2']);
  const rows = render(card).replace(/.*<table/s, '');
  expect(rows).toContain('Location 2');
  expect(rows).not.toContain('loc_2');
});

it('a location in the URL stays visible as a filter, so that the user can remove it', () => {
  const shown = render(
    createElement(LedgerFilterFields, {
      variants: [],
      variantId: 'var_1',
      filters: { location: 'loc_1' },
      known: { reasons: [], locations: one },
      change: ignore,
    }),
  );
  expect(shown).toContain(en.products.ledger.allLocations);
});

const product: ProductView = {
  id: ProductId.parse('prod_1'),
  name: 'Scarf',
  dsin: 'DSSY1000001',
  status: 'active',
  brand: 'Damask',
  category: null,
  description: 'Warm.',
  images: [],
  updatedAt: null,
  deletedAt: null,
  readAt: new Date().toISOString(),
  variants: [],
};

it('the id of the platform is the last fact of a product and is not in the product list', () => {
  const labels = [
    ...render(createElement(ProductFactsCard, { product })).matchAll(/<dt[^>]*>([^<]*)<\/dt>/g),
  ].map(([, label]) => label);
  const { brand, description, dsin } = en.products.facts;
  expect(labels).toEqual([brand, description, dsin]);
});

it('the facts of a product are folded on a narrow screen', () => {
  const card = render(createElement(ProductFactsCard, { product }));
  expect(card).toMatch(new RegExp(`<button[^>]*aria-expanded="false"[^>]*>${en.products.facts.title}<`));
  expect(card).toContain('<div class="max-lg:hidden"><dl');
});

it('the product list has a tab for low stock beside those of the status, if the user may see stock', () => {
  const tabs = (query: string, hidesStock: boolean) => {
    const filters = productsOfUrl(new URLSearchParams(query));
    const markup = render(
      createElement(ProductTabs, { installId: 'inst_1', filters, change: ignore, hidesStock }),
      'ar',
    );
    return [...markup.matchAll(/<a [^>]*>/g)].map(
      ([link]) =>
        `${/href="[^"]*\/products([^"]*)"/.exec(link)?.[1]}${link.includes('aria-current') ? ' current' : ''}`,
    );
  };
  const statuses = ['out_of_stock', 'hidden', 'discontinued', 'no_variants'].map(
    (one) => `?status=${one}&amp;q=a`,
  );
  expect(tabs('stock=low&q=a', false)).toEqual([
    '?q=a',
    '?status=active&amp;q=a',
    '?stock=low&amp;q=a current',
    ...statuses,
  ]);
  expect(tabs('q=a&stock=other', true)).toEqual(['?q=a current', '?status=active&amp;q=a', ...statuses]);
});

const row: ProductRow = {
  id: ProductId.parse('prod_1'),
  name: 'Scarf',
  sku: null,
  imageUrl: null,
  status: 'active',
  variantCount: 3,
  price: null,
  stock: { code: 'known', quantity: 12 },
  updatedAt: null,
};

it('a row of the product list shows the SKU of a product with one variant', () => {
  const shown = (change: Partial<ProductRow>, locale?: 'ar') =>
    render(
      inTable(createElement(ProductTableRow, { installId: 'inst_1', product: { ...row, ...change } })),
      locale,
    );
  expect(shown({ sku: 'SCARF-S', variantCount: 1 })).toContain('>SCARF-S</bdi>');
  expect(shown({}, 'ar')).toMatch(/>\S+ خيارات</);
});

it('a product that the store marks as out of stock although pieces are left has a whole badge and a note', () => {
  const shown = (change: Partial<ProductRow>, locale?: 'ar') =>
    render(
      inTable(createElement(ProductTableRow, { installId: 'inst_1', product: { ...row, ...change } })),
      locale,
    );
  const out = { status: 'out_of_stock' };
  const { status } = en.products;
  expect(shown(out)).toContain(`>${status.out_of_stock}<`);
  expect(shown(out)).toContain(status.markedOut);
  expect(shown(out, 'ar')).toContain(ar.products.status.markedOut);
  for (const stock of [{ code: 'known', quantity: 0 }, { code: 'hidden' }] as const)
    expect(shown({ ...out, stock })).not.toContain('data-marked-out');
  expect(shown({})).not.toContain('data-marked-out');
});

it('the preview of a stock sheet shows the changes to send first, then the other rows by row number', () => {
  const row: Omit<StockSheetRow, 'line'> = {
    code: 'A',
    delta: -1,
    verdict: 'ok',
    variantId: 'var_1',
    name: null,
    sku: null,
    before: { code: 'known', quantity: 3 },
    after: { code: 'known', quantity: 2 },
    alsoOn: [],
  };
  const rows: StockSheetRow[] = [
    { ...row, line: 2 },
    { ...row, line: 3, verdict: 'unknown' },
    { ...row, line: 5, after: { code: 'known', quantity: -1 } },
  ];
  const preview = render(
    createElement(StockSheetPreview, {
      found: { code: 'matched', status: 200, rows, minutes: 0, isWhole: true },
      unread: [{ line: 4, text: 'B 0', problem: 'zero' }],
      isHidden: false,
    }),
  );
  expect([...preview.matchAll(/Line (\d)/g)].map(([, line]) => line)).toEqual(['5', '2', '3', '4']);
  expect(preview).toContain('1 change needs a look');
  expect(preview).toContain('Change: 0.');
});

it('a left-out line of a stock sheet starts with the name of its variant if the app knows it, otherwise with its text', () => {
  const preview = (unreadNames?: [string, string][]) =>
    render(
      createElement(StockSheetPreview, {
        found: { code: 'matched', status: 200, rows: [], minutes: 0, isWhole: true, unreadNames },
        unread: [
          { line: 1, text: 'var_1 0', problem: 'zero', code: 'var_1' },
          { line: 2, text: 'var_1 =A1', problem: 'no_number', code: 'var_1' },
          { line: 3, text: 'Our stock', problem: 'no_number', code: 'Our' },
        ],
        isHidden: false,
      }),
    );
  const startsOf = (markup: string) =>
    [...markup.matchAll(/truncate[^"]*">([^<]*)</g)].map(([, text]) => text);
  expect(startsOf(preview([['var_1', 'Scarf · Red']]))).toEqual(['Scarf · Red', 'Scarf · Red', 'Our stock']);
  expect(preview([['var_1', 'Scarf · Red']])).toMatch(/font-mono[^>]*>var_1 =A1</);
  // The change of 0 is in the reason, so the code stands alone.
  expect(startsOf(preview())).toEqual(['var_1', 'var_1 =A1', 'Our stock']);
});
