import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OrderHeading } from '@/components/orders/detail/order-heading';
import { OrderProgress } from '@/components/orders/detail/order-progress';
import type { OrderView } from '@/lib/orders/order-view';
import en from '@/messages/en.json';

const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;

function render(children: ReactNode): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    now: new Date('2026-11-29T10:00:00Z'),
    children,
  };
  const page = createElement(NextIntlClientProvider, texts);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, page));
}

/** An order that was delivered in one shipment, and then refunded in part. */
const view = {
  order: {
    id: 'ord_1',
    order_number: '1058',
    status: 'partially_refunded',
    payment_status: 'partially_refunded',
    source: 'app',
    created_at: '2026-11-28T09:00:00Z',
    fulfillments: [{ id: 'ful_1', status: 'delivered' }],
  },
  timeline: { events: [], isCut: false },
  confirmation: null,
  readAt: '2026-11-29T09:59:00Z',
} as unknown as OrderView;

const { orderStatus, paymentStatus } = en;
const badgesIn = (markup: string) =>
  [...markup.matchAll(/<bdi class="truncate">([^<]*)</g)].map(([, text]) => text);

it('the heading of an order shows a status that the order and its payment have in common once', () => {
  const heading = (status: string) =>
    badgesIn(
      render(
        createElement(OrderHeading, {
          installId: 'inst_1',
          view: { ...view, order: { ...view.order, status } },
        }),
      ),
    );
  expect(heading('partially_refunded')).toEqual([orderStatus.partially_refunded]);
  expect(heading('delivered')).toEqual([orderStatus.delivered, paymentStatus.partially_refunded]);
});

it('the stages of a refunded order contain "Delivered" if its shipment was delivered', () => {
  const stages = [...render(createElement(OrderProgress, { view })).matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(
    ([, stage = '']) => stage.replaceAll(/<[^>]*>/g, ''),
  );
  expect(stages).toHaveLength(6);
  expect(stages[4]).toContain(orderStatus.delivered);
  expect(stages[5]).toContain(orderStatus.partially_refunded);
});

it('a delivered order says that only the store sets its last stage, and no other order does', () => {
  const next = (status: string) =>
    /<p[^>]*data-next-stage[^>]*>(.*?)<\/p>/
      .exec(
        render(createElement(OrderProgress, { view: { ...view, order: { ...view.order, status } } })),
      )?.[1]
      ?.replaceAll(/<[^>]*>/g, '');
  expect(next('delivered')).toBe(`Next: ${orderStatus.completed}. Your store sets this.`);
  for (const status of ['placed', 'shipped', 'completed', 'partially_refunded'])
    expect(next(status)).toBeUndefined();
});

it('on a phone, the customer stands below the title, with a link to call a number that needs no parsing', () => {
  const heading = (customer: object | undefined) => {
    const order = { ...view.order, customer } as OrderView['order'];
    const markup = render(createElement(OrderHeading, { installId: 'inst_1', view: { ...view, order } }));
    return /<div[^>]*data-contact.*/.exec(markup)?.[0];
  };
  const customer = { first_name: 'Huda', last_name: 'Ali', phone: '+963933445566', email: null };
  const shown = heading(customer);
  expect(shown).toMatch(/^<div class="[^"]* sm:hidden"/);
  expect(shown).toContain('>Huda Ali</bdi>');
  expect([...(shown ?? '').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual(['tel:+963933445566']);
  expect(heading({ ...customer, phone: '0933 445 566' })).not.toContain('href');
  expect(heading({ first_name: null, last_name: null, phone: null, email: null })).toBeUndefined();
  // The user or the app may not see customers.
  expect(heading(undefined)).toBeUndefined();
});
