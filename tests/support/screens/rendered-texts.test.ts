import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { PartShippedNote } from '@/components/deliveries/part-shipped-note';
import { OrderTableRow } from '@/components/orders/list/order-table-row';
import { NewOrderDelivery } from '@/components/orders/new-order/new-order-delivery';
import { NewOrderPayment } from '@/components/orders/new-order/new-order-payment';
import { useProblemText } from '@/components/orders/new-order/use-problem-text';
import { VariantRow } from '@/components/products/variant-row';
import { StockChart } from '@/components/products/ledger/stock-chart';
import { ChangeRequest } from '@/components/quotes/change-request';
import { QuoteFunnelBar } from '@/components/quotes/list/quote-funnel-bar';
import { funnelOptions } from '@/components/quotes/quotes-queries';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { PaymentMethod } from '@/components/ui/text/payment-method';
import { useLocationName } from '@/components/ui/text/use-location-name';
import type { ProductView, VariantView } from '@/lib/catalogue/product-queries';
import {
  type ComposerStore,
  type DraftProblemCode,
  emptyDraft,
  type NewOrderDraft,
} from '@/lib/orders/new-order/new-order-draft';
import type { OrderColumn } from '@/lib/orders/list/order-columns';
import type { OrderRow } from '@/lib/orders/order-view';
import { provinceKindOf } from '@/lib/shared/orders/province-kind';
import { ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

type Provider = ComponentProps<typeof NextIntlClientProvider>;

const render = (children: ReactNode, locale: 'ar' | 'en' = 'en') => {
  const texts: Provider = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
};

/** Renders English text with a fixed clock. */
const renderAt = (ms: number, children: ReactNode) => {
  const texts: Provider = { locale: 'en', messages: en, timeZone: 'UTC', now: new Date(ms), children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
};

it('the name of a payment method does not speak of a delivery if the customer picks the order up', () => {
  const shown = (isPickup: boolean) => render(createElement(PaymentMethod, { id: 'cod', isPickup }));
  expect(shown(true)).toBe(`<bdi>${en.paymentMethod.codPickup}</bdi>`);
  expect(shown(false)).toBe(`<bdi>${en.paymentMethod.cod}</bdi>`);
});

const store: ComposerStore = {
  country: 'SY',
  pricingCurrency: { code: 'SYP', decimals: 0 },
  currencies: [],
  ratesAsOf: null,
  paymentMethods: [{ id: 'cod', walletId: null }],
  provinces: [],
};

function DeliveryMethod({ method, code }: { method: NewOrderDraft['method']; code?: DraftProblemCode }) {
  const form = useForm<NewOrderDraft>({
    defaultValues: { ...emptyDraft(store), method },
    ...(code && { errors: { method: { type: code } } }),
  });
  return createElement(FormProvider<NewOrderDraft>, {
    ...form,
    children: createElement(NewOrderDelivery, { store }),
  });
}

/** The payment choices of the new order form: payment method, order or quote, and first status of the order. */
function PaymentChoices({ method = '' }: { method?: NewOrderDraft['method'] }) {
  const form = useForm<NewOrderDraft>({ defaultValues: { ...emptyDraft(store), method } });
  const part = { methods: store.paymentMethods, canChoose: true, isQuote: false };
  return createElement(FormProvider<NewOrderDraft>, {
    ...form,
    children: createElement(NewOrderPayment, part),
  });
}

it('the payment choices of a new order do not speak of a delivery if the customer picks the order up', () => {
  const pickup = render(createElement(PaymentChoices, { method: 'pickup' }));
  expect(pickup).toContain(en.paymentMethod.codPickup);
  expect(pickup).not.toContain(en.paymentMethod.cod);
  expect(render(createElement(PaymentChoices, { method: 'delivery' }))).toContain(en.paymentMethod.cod);
});

it('a new order offers delivery first and chooses no delivery method in advance', () => {
  const shown = render(createElement(DeliveryMethod, { method: '' }));
  expect(shown.match(/(?<=value=")[a-z]+/g)).toEqual(['delivery', 'pickup']);
  expect(shown).not.toContain('checked=""');
  expect(render(createElement(DeliveryMethod, { method: 'pickup' }))).toContain('checked=""');
});

it('screen readers say that a delivery method and a payment method are required, but not where one is preset', () => {
  const requiredGroups = (shown: string) =>
    [...shown.matchAll(/aria-label="([^"]+)" aria-required="true"/g)].map(([, label]) => label);
  expect(requiredGroups(render(createElement(DeliveryMethod, { method: '' })))).toEqual([
    en.newOrder.delivery.title,
  ]);
  expect(requiredGroups(render(createElement(PaymentChoices)))).toEqual([en.newOrder.payment.title]);
});

it('a missing delivery method is an error of the group of choices, which screen readers read with it', () => {
  const shown = render(createElement(DeliveryMethod, { method: '', code: 'no_method' }));
  const [, errorId] =
    /role="radiogroup"[^>]*aria-describedby="([^"]+)"[^>]*aria-invalid="true"/.exec(shown) ?? [];
  expect(shown).toMatch(new RegExp(`id="${errorId}".*${en.newOrder.problem.no_method}`));
});

function Location({ id }: { id: string }) {
  return useLocationName([{ id: 'loc_f00e', number: 2 }])(id);
}

function MissingProvince({
  country,
  code = 'no_province',
}: {
  country: string | null;
  code?: DraftProblemCode;
}) {
  return useProblemText(provinceKindOf(country))({ type: code });
}

it.each([
  ['SY', 'Choose a governorate.'],
  ['AE', 'Choose an emirate.'],
  [null, 'Choose a province.'],
])('the message of a missing province uses the name of the field in %s', (country, text) => {
  expect(render(createElement(MissingProvince, { country }))).toBe(text);
});

it.each([
  ['en', 'SY', 'Enter the governorate.'],
  ['en', null, 'Enter the province.'],
  ['ar', 'SY', 'اكتب اسم المحافظة.'],
  ['ar', 'AE', 'اكتب اسم الإمارة.'],
] as const)(
  'the message of a province that the user must type says "enter", not "choose" (%s, %s)',
  (locale, country, text) => {
    const code = 'no_province_name';
    expect(render(createElement(MissingProvince, { country, code }), locale)).toBe(text);
  },
);

it('the name of a stock location is a number and not the id of the platform', () => {
  expect(render(createElement(Location, { id: 'loc_f00e' }))).toBe('Location 2');
});

it('the title of a requested change does not run together with the time of the request', () => {
  const shown = render(createElement(ChangeRequest, { at: new Date().toISOString(), message: 'three' }));
  expect(shown).toContain(`>${en.quotes.change.title}</p>`);
});

/**
 * Returns the summary above the list of quotes for the given number of accepted quotes. Each of these quotes was
 * accepted within a minute.
 */
function summaryOf(accepted: number): string {
  const client = new QueryClient();
  const funnel = { sent: accepted, opened: accepted, accepted, declined: 0, medianHours: 1 / 60 };
  client.setQueryData(funnelOptions('inst_1').queryKey, funnel);
  const bar = createElement(QuoteFunnelBar, { installId: 'inst_1' });
  return render(createElement(QueryClientProvider, { client }, bar));
}

it('the summary of the quotes says how fast half of them were accepted only after five acceptances', () => {
  expect(summaryOf(4)).not.toContain('half were accepted');
  expect(summaryOf(5)).toContain('half were accepted within 1 minute');
});

it('a variant shows the stock after a newer movement, or says that its stock is being updated', () => {
  const variant: VariantView = {
    id: VariantId.parse('var_1'),
    name: 'S',
    sku: null,
    barcode: null,
    price: null,
    compareAtPrice: null,
    status: null,
    stock: { code: 'known', quantity: 12 },
    weightGram: null,
    imageUrl: null,
    attributes: [],
  };
  const product: ProductView = {
    id: ProductId.parse('prod_1'),
    name: 'Scarf',
    dsin: null,
    status: null,
    brand: null,
    category: null,
    description: null,
    images: [],
    updatedAt: null,
    deletedAt: null,
    readAt: new Date().toISOString(),
    variants: [variant],
  };
  const shown = (stockAfter?: number | null) =>
    render(
      createElement(VariantRow, {
        variant,
        product,
        newerMove: stockAfter === undefined ? null : { stockAfter, occurredAt: new Date().toISOString() },
        children: null,
      }),
    );
  expect(shown(null)).toContain(`>${en.products.stock.updating}</span>`);
  expect(shown()).not.toContain('data-stock-outdated');
  // The ledger below the row shows the stock after its newest movement, so the row shows the same number.
  expect(shown(16)).toContain('>16 pieces</span>');
  expect(shown(16).replace(/<[^>]*>/g, '')).toContain('16 piecesFrom the last change, now');
  expect(shown(16)).not.toContain(en.products.stock.updating);
});

it('the ends of a stock chart of one day have the date once, because two of them do not fit on a phone', () => {
  const [newest, oldest] = ['2026-11-28T14:40:00Z', '2026-11-28T09:10:00Z'].map((occurredAt, place) => ({
    id: String(place),
    delta: -1,
    reason: 'sale',
    stockAfter: 10 + place,
    locationId: 'loc_f00e',
    occurredAt,
  }));
  if (!newest || !oldest) throw new Error('unreachable');
  const shown = render(createElement(StockChart, { movements: [newest, oldest], tableId: 'ledger' }));
  const ends = /<span>([^<]*)<\/span><span>([^<]*)<\/span><\/div><\/figure>/.exec(shown)?.slice(1);
  expect(ends).toEqual([expect.stringMatching(/^Nov 28, 2026, 9:10/), expect.stringMatching(/^2:40/)]);
});

it('a stop says which carriers have a part of the goods, if cash is expected', () => {
  const shown = (partCarriers: string[] | undefined, amount_minor = 500, ended?: 'cancelled') =>
    render(
      createElement(PartShippedNote, {
        order: { due: { amount_minor, currency: 'USD', decimals: 2 }, partCarriers, ended },
      }),
    ).replace(/<[^>]*>/g, '');
  expect(shown(['Aramex', 'Rima'])).toBe('A part was already sent with Aramex and Rima: check the amount');
  expect(shown([])).toBe('A part was already sent: check the amount');
  expect(shown(undefined)).toBe('');
  expect(shown(['Aramex'], 0)).toBe('');
  expect(shown(['Aramex'], 500, 'cancelled')).toBe('');
});

/** Returns the row of an order in the orders list, with the card for phones in the same markup. */
function orderRow(change: object, columns: readonly OrderColumn[] = []): string {
  const order = {
    id: 'ord_1',
    order_number: '1001',
    status: 'processing',
    payment_status: 'unpaid',
    source: 'app',
    total: { amount_minor: 500, currency: 'USD', decimals: 2 },
    tags: [],
    created_at: new Date().toISOString(),
    itemsSummary: null,
    customerName: null,
    confirmation: null,
  };
  const row = { ...order, ...change } as unknown as OrderRow;
  const inList = {
    installId: 'i',
    row,
    gone: false,
    columns,
    isChosen: false,
    toggle: () => undefined,
  };
  return render(
    createElement('table', null, createElement('tbody', null, createElement(OrderTableRow, inList))),
  );
}

it('a row of the orders list says that the order is partly shipped', () => {
  expect(orderRow({ isPartShipped: true })).toContain(en.orders.partShipped);
  expect(orderRow({})).not.toContain(en.orders.partShipped);
});

it('the card of an order does not repeat a status that the order and its payment have in common', () => {
  const timesIn = (markup: string, text: string) => markup.split(`>${text}</bdi>`).length - 1;
  const { orderStatus, paymentStatus } = en;
  expect(paymentStatus.refunded).toBe(orderStatus.refunded);
  // The table has a column for each of the two statuses. The card has one more badge if they differ.
  const refunded = orderRow({ status: 'refunded', payment_status: 'refunded' });
  expect(timesIn(refunded, orderStatus.refunded)).toBe(2);
  const delivered = orderRow({ status: 'delivered', payment_status: 'refunded' });
  expect(timesIn(delivered, orderStatus.delivered)).toBe(1);
  expect(timesIn(delivered, paymentStatus.refunded)).toBe(2);
});

it('the table of orders shows a status that the order and its payment have in common as one badge, and the paid amount', () => {
  const badgesIn = (markup: string) => markup.split(`>${en.orderStatus.partially_refunded}</bdi>`).length - 1;
  const paid = { amount_minor: 400, currency: 'USD', decimals: 2 };
  const both = { status: 'partially_refunded', payment_status: 'partially_refunded', paid };
  const once = orderRow(both, ['status', 'payment']);
  expect(badgesIn(once)).toBe(1);
  expect(/<span data-paid[^>]*>(.*?)<\/td>/.exec(once)?.[1]?.replace(/<[^>]*>/g, '')).toBe('Paid $4.00');
  expect(orderRow({ ...both, paid: { ...paid, amount_minor: 0 } }, ['status', 'payment'])).not.toContain(
    'data-paid',
  );
  expect(orderRow({ ...both, status: 'delivered' }, ['status', 'payment'])).not.toContain('data-paid');
  // Without the column of the order status, only the column of the payment has the badge.
  expect(orderRow(both, ['payment'])).not.toContain('data-paid');
});

it('the last line of an order card starts with what waits, in bold, before the source of the order', () => {
  const { to_ship: toShip } = en.orders.work;
  expect(orderRow({})).toMatch(
    new RegExp(
      `<td[^>]*><span data-order-work="to_ship" class="[^"]*font-bold text-ink[^"]*">${toShip}</span><bdi>`,
    ),
  );
});

it('a row says with an icon that an order is in the store, and with words only if it is not confirmed yet', () => {
  const { confirmed, sent } = en.confirmation;
  const row = orderRow({ confirmation: 'confirmed' });
  expect(row).toContain(`<span aria-hidden="true" title="${confirmed}"`);
  expect(row).toContain(`class="sr-only">${confirmed}</span>`);
  expect(row.split(confirmed)).toHaveLength(3);
  expect(orderRow({ confirmation: 'sent' })).toMatch(
    new RegExp(`data-confirmation="sent" class="inline-flex[^>]*>.*${sent}`),
  );
});

it.each([
  [3, '3 hours ago', ''],
  [50, '2 days ago', 'Mar 8'],
  [24 * 9, 'Mar 1', ''],
])(
  'an order that is %i hours old has the age %s, with the date below if it is older than a day',
  (hours, age, day) => {
    const at = new Date(Date.UTC(2026, 2, 10, 12) - hours * 3_600_000).toISOString();
    const shown = renderAt(
      Date.UTC(2026, 2, 10, 12),
      createElement(RelativeTime, { at, dayClassName: 'block' }),
    );
    expect(shown).toContain(`>${age}<span class="block">${day}</span></time>`);
  },
);

it.each([
  [50, '50 طلبًا على الأكثر دفعة واحدة'],
  [1_000, '1000 طلب على الأكثر دفعة واحدة'],
])('the largest number of orders has the Arabic plural of its number: %i', (max, text) => {
  const t = createTranslator({ locale: 'ar-u-nu-latn', messages: ar, namespace: 'bulk.bar' });
  expect(t('tooMany', { max }).replace(/[,.٬]/g, '')).toBe(text);
});
