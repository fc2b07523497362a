import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TimelineEvent } from '@/components/orders/detail/timeline/timeline-event';
import type { OrderAction, OrderEvent } from '@/lib/orders/order/order-timeline';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

/** Returns the text of an event of the order's history, for a write that was refused because of a status. */
function textOf(locale: 'ar' | 'en', kind: string, currentStatus: string, reason = 'conflict'): string {
  const refusal = { reason, currentStatus };
  const action = { kind, state: 'refused', refusal, requested: {}, actor: null, acceptedQuote: null };
  const event: OrderEvent = {
    kind: 'write',
    key: 'one',
    at: '2026-11-29T10:00:00Z',
    action: action as unknown as OrderAction,
  };
  const messages = locale === 'ar' ? ar : en;
  const children = createElement(TimelineEvent, { event });
  const html = renderToStaticMarkup(
    createElement(NextIntlClientProvider, { locale, messages, timeZone: 'UTC', children }),
  );
  return html.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"');
}

it.each([
  ['en', 'set_order_status', 'delivered', 'Refused: the order was "Delivered".'],
  ['en', 'patch_fulfillment', 'shipped', 'Refused: the shipment was "On its way".'],
  ['ar', 'patch_fulfillment', 'shipped', 'رُفض: كانت حالة الشحنة «في الطريق».'],
] as const)(
  'the history of an order names the status that refused a write: %s, %s, %s',
  (locale, kind, status, text) => {
    expect(textOf(locale, kind, status)).toContain(text);
  },
);

it('the history of an order names no status if the status was not the reason of the refusal', () => {
  const text = textOf('en', 'set_order_status', 'placed', 'forbidden');
  expect(text).toContain(en.orderPage.timeline.refused.forbidden);
});
