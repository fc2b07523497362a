import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ActivityWhat } from '@/components/ui/text/activity-what';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import type { ActivityRequest } from '@/lib/shared/operations/activity-request';
import { requestOf } from '@/lib/operations/sending/operation-kind.server';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { fulfillRestKind } from '@/lib/orders/order/fulfillment/fulfill-rest.server';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

function textOf(locale: 'ar' | 'en', requested: ActivityRequest): string {
  const operation = { kind: 'create_fulfillment', requested } as ActivityOperation;
  const messages = locale === 'ar' ? ar : en;
  const children = createElement(ActivityWhat, { operation });
  const provided = { locale, messages, timeZone: 'UTC', children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
  return html.replaceAll(/<[^>]+>/g, '');
}

it.each([
  ['en', ['gift', 'urgent', 'cod'], 'gift, urgent, cod'],
  ['ar', ['هدية', 'عاجل', 'نقدًا'], 'هدية، وعاجل، ونقدًا'],
] as const)('the tags of a change are listed as the language does: %s', (locale, add, list) => {
  const text = textOf(locale, { tags: { add: [...add], remove: [] } });
  expect(text).toContain(list);
});

describe('a shipment on the Activity screen', () => {
  it.each([
    [
      'en',
      { status: 'shipped', pieces: 2, carrier: 'Aramex' },
      'Shipment: 2 pieces with Aramex · On its way',
    ],
    ['en', { status: 'shipped', pieces: 1 }, 'Shipment: 1 piece · On its way'],
    ['en', { status: 'shipped', carrier: 'Aramex' }, 'Shipment: with Aramex · On its way'],
    ['en', { status: 'shipped' }, 'Shipment: On its way'],
    ['ar', { status: 'shipped', pieces: 2, carrier: 'Aramex' }, 'شحنة: قطعتان مع Aramex · في الطريق'],
  ] as const)('names the pieces and the carrier that are known: %s, %j', (locale, requested, text) =>
    expect(textOf(locale, requested)).toBe(text),
  );

  it('keeps its pieces and its carrier for display after the request is deleted', () => {
    const rest = { status: 'shipped', provider: 'Aramex', tracking_number: 'SY-1' };
    const lines = [
      { order_item_id: 'a', quantity: 2 },
      { order_item_id: 'b', quantity: 1 },
    ];
    expect(requestOf(createFulfillmentKind, { request: JSON.stringify({ ...rest, lines }) })).toEqual({
      requested: { status: 'shipped', pieces: 3, carrier: 'Aramex' },
    });
    expect(requestOf(fulfillRestKind, { request: JSON.stringify(rest) })).toEqual({
      requested: { status: 'shipped', carrier: 'Aramex' },
    });
    expect(requestOf(fulfillRestKind, { request: '{"status":"pending"}' })).toEqual({
      requested: { status: 'pending' },
    });
  });
});
