import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ActivityResult } from '@/components/operations/activity-result';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

/** Returns the text below the badge of a write that the platform refused. */
function reasonOf(locale: 'ar' | 'en', kind: string, refusal: ActivityOperation['refusal']): string {
  const operation = { kind, state: 'refused', refusal } as ActivityOperation;
  const messages = locale === 'ar' ? ar : en;
  const children = createElement(ActivityResult, { operation });
  const provided = { locale, messages, timeZone: 'UTC', children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
  const badge = messages.activity.state.refused;
  const text = html.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"');
  expect(text.startsWith(badge)).toBe(true);
  return text.slice(badge.length);
}

it.each([
  ['en', 'set_order_status', 'delivered', 'Not possible: the order was "Delivered".'],
  ['ar', 'set_order_status', 'delivered', 'غير ممكن: كانت حالة الطلب «مُسلَّم».'],
  ['en', 'set_order_status', 'on_hold', 'Not possible: the order was "on_hold".'],
  ['en', 'patch_fulfillment', 'shipped', 'Not possible: the shipment was "On its way".'],
  ['en', 'create_refund', 'cancelled', 'Not possible: the order was "Canceled".'],
  ['ar', 'patch_fulfillment', 'shipped', 'غير ممكن: كانت حالة الشحنة «في الطريق».'],
] as const)(
  'a refused change names the status that it met: %s, %s, %s',
  (locale, kind, currentStatus, text) => {
    expect(reasonOf(locale, kind, { reason: 'conflict', currentStatus })).toBe(text);
  },
);

it('a refusal for which no status is stored names none, and a status is named only if it was the reason', () => {
  const { conflict, insufficient_stock: stock } = en.activity.refused;
  expect(reasonOf('en', 'create_refund', { reason: 'conflict', currentStatus: null })).toBe(conflict);
  expect(reasonOf('en', 'set_order_status', { reason: 'insufficient_stock', currentStatus: 'placed' })).toBe(
    stock,
  );
});

it("the app's own reason is explained only for the write that the app refuses, and not for the same code of the platform", () => {
  const refusal = { reason: 'order_cancelled', currentStatus: null };
  const { notSent, reason } = en.noShipment;
  const own = notSent.replace('{reason}', reason.order_cancelled);
  expect(reasonOf('en', 'fulfill_rest', refusal)).toBe(own);
  expect(reasonOf('en', 'set_order_status', refusal)).toBe(en.activity.refused.other);
});
