import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from 'tailwindcss';
import { expect, it } from 'vitest';
import { ActivityLinks } from '@/components/operations/activity-links';
import { NoShipmentText } from '@/components/orders/detail/shipments/no-shipment-text';
import { AttributeLimits } from '@/components/orders/shared/attribute-limits';
import { QuoteStateBadge } from '@/components/quotes/quote-state-badge';
import type { ActivityOperation } from '@/lib/operations/activity/activity-view';
import { whyNoShipment } from '@/lib/orders/order/fulfillment/shipping-need';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

/** Returns the visible text of an element. */
function textOf(locale: 'ar' | 'en', children: ReactNode): string {
  const provided = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
  return html.replaceAll('</a>', ' | ').replaceAll(/<[^>]+>/g, '');
}

it.each([
  ['en', '1264', 'Q-13', 'Quote Q-13 | Order 1264 | '],
  ['ar', '1264', 'Q-13', 'العرض Q-13 | الطلب 1264 | '],
  ['en', null, null, 'Quote | Order | '],
] as const)(
  'a link of the activity says what its number belongs to: %s, %s',
  (locale, order, quote, text) => {
    const operation = {
      order: { id: 'o1', number: order },
      quote: { id: 'q1', number: quote },
      runId: null,
    } as ActivityOperation;
    expect(textOf(locale, createElement(ActivityLinks, { installId: 'i1', operation }))).toBe(text);
  },
);

it.each([
  [15, 6_553, ''],
  [16, 48, '16 of 20 attributes, 48 of 8,192 bytes'],
  [1, 6_554, '1 of 20 attributes, 6,554 of 8,192 bytes'],
])('%i attributes with %i bytes show their size only near a limit', (keys, totalBytes, text) => {
  expect(textOf('en', createElement(AttributeLimits, { keys, totalBytes }))).toBe(text);
});

it.each([
  ['en', en],
  ['ar', ar],
] as const)('the badge, the tab and Home have one name for quotes without an answer: %s', (locale, words) => {
  const badge = textOf(locale, createElement(QuoteStateBadge, { state: 'sent' }));
  expect([words.quotes.tabs.of.open, words.home.quotes.waiting]).toEqual([badge, badge]);
});

it.each([
  ['cancelled', 'Canceled: nothing to ship.', 'الطلب ملغى: لا شيء يُشحن.'],
  ['returned', 'Returned: nothing to ship.', 'الطلب مُرتجَع: لا شيء يُشحن.'],
  ['refunded', 'Fully refunded: nothing to ship.', 'رُدّ مبلغ الطلب كاملًا: لا شيء يُشحن.'],
])('the shipping text of an order that is not shipped any more says why: %s', (status, english, arabic) => {
  const reason = whyNoShipment({ status, source: null, hasAddress: true, lines: null });
  if (reason === null) throw new Error('the order needs a shipment');
  const text = createElement(NoShipmentText, { reason, status });
  expect([textOf('en', text), textOf('ar', text)]).toEqual([english, arabic]);
});

it('a line that may be cut off has room for the dots below Arabic letters', async () => {
  const compiler = await compile(readFileSync('app/globals.css', 'utf8'), {
    loadStylesheet: (id) => {
      const file = id.startsWith('.')
        ? path.resolve('app', id)
        : path.resolve('node_modules', id, 'index.css');
      return Promise.resolve({ path: file, base: path.dirname(file), content: readFileSync(file, 'utf8') });
    },
  });
  const css = compiler.build(['truncate', 'mt-0.5', 'py-0', 'my-0']);
  expect(css).toMatch(/\.truncate \{[^}]*padding-block: 0\.125rem/);
  // A class for one side still decides, because it comes later.
  for (const later of ['.mt-0\\.5', '.py-0', '.my-0'])
    expect(css.lastIndexOf(`${later} {`)).toBeGreaterThan(css.lastIndexOf('padding-block: 0.125rem'));
});
