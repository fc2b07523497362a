import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useBulkWords } from '@/components/orders/list/bulk/use-bulk-words';
import type { BulkRequestDraft } from '@/lib/orders/bulk/bulk-actions';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

type Words = Parameters<typeof useBulkWords>[0];

function Words(options: Words) {
  const { title, description, start } = useBulkWords(options);
  return createElement('p', null, title, ' | ', description, ' | ', start);
}

function wordsOf(locale: 'ar' | 'en', options: Words): string {
  const children = createElement(Words, options);
  const provided = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
  return html.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"');
}

const targets = [{ orderId: 'a' }, { orderId: 'b' }, { orderId: 'c' }];
const tag: BulkRequestDraft = { kind: 'add_tags', input: { tags: ['vip 2'] }, targets };
const cancel: BulkRequestDraft = { kind: 'set_order_status', input: { status: 'cancelled' }, targets };
const untag: BulkRequestDraft = { kind: 'remove_tags', input: { tags: ['gift', 'cod'] }, targets };
const ship: BulkRequestDraft = {
  kind: 'fulfill_orders',
  input: { status: 'shipped', provider: 'Aramex' },
  targets,
};

it.each([
  ['en', tag, 'Add tag "vip 2" to 3 orders | 4 orders selected | Add tag to 3 orders'],
  ['ar', tag, 'إضافة الوسم «vip 2» إلى 3 طلبات | 4 طلبات محددة | أضف الوسم إلى 3 طلبات'],
  ['en', untag, 'Remove tags "gift" and "cod" from 3 orders | 4 orders selected | Remove tags from 3 orders'],
  ['ar', untag, 'إزالة الوسمين «gift» و«cod» من 3 طلبات | 4 طلبات محددة | أزل الوسمين من 3 طلبات'],
  [
    'en',
    cancel,
    `Change status of 3 orders to "${en.orderStatus.cancelled}" | 4 orders selected | Set 3 orders to "${en.orderStatus.cancelled}"`,
  ],
  [
    'ar',
    cancel,
    `تغيير حالة 3 طلبات إلى «${ar.orderStatus.cancelled}» | 4 طلبات محددة | غيّر حالة 3 طلبات إلى «${ar.orderStatus.cancelled}»`,
  ],
  ['en', ship, `Ship 3 orders | 4 orders selected · ${en.bulk.fulfill.shipped} · Aramex | Ship 3 orders`],
  ['ar', ship, `شحن 3 طلبات | 4 طلبات محددة · ${ar.bulk.fulfill.shipped} · Aramex | اشحن 3 طلبات`],
] as const)(
  'the check of a bulk action names what is done and to how many orders, in its title and on its button: %s, %j',
  (locale, request, text) => {
    const checked = { request, okCount: 3 };
    expect(wordsOf(locale, { kind: request.kind, selected: 4, checked })).toBe(text);
  },
);

it('the form of a bulk action and a check that found nothing to do promise no number of orders', () => {
  for (const checked of [null, { request: tag, okCount: 0 }])
    expect(wordsOf('en', { kind: 'add_tags', selected: 4, checked })).toBe(
      `${en.bulk.dialog.title.add_tags} | 4 orders selected | ${en.bulk.dialog.startNone}`,
    );
});
