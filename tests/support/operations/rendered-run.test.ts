import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { bulkItemsOptions, bulkRunOptions } from '@/components/operations/bulk-queries';
import { RunProgress } from '@/components/operations/run-progress';
import { RunRows } from '@/components/operations/run-rows';
import { RunScreen } from '@/components/operations/run-screen';
import { RunWork } from '@/components/operations/run-work';
import { locationsOptions } from '@/lib/inventory/movement-queries';
import type { BulkItemState, BulkItemView } from '@/lib/operations/bulk/bulk-run';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

type Run = ComponentProps<typeof RunRows>['run'];

const run: Run = {
  runId: 'run_1',
  work: { kind: 'add_tags', input: { tags: ['gift'] } },
  state: 'ended',
  total: 4,
  done: 4,
  succeeded: 2,
  refused: 1,
  outcomeUnknown: 1,
  skipped: 0,
  cancelled: 0,
  remaining: 0,
  underWay: 0,
  retries: 0,
  actorName: null,
  startedAt: '2026-11-29T10:00:00Z',
  endedAt: '2026-11-29T10:01:00Z',
};

const itemOf = (position: number, state: BulkItemState, more: { firstItem?: BulkItemView['firstItem'] }) => ({
  position,
  state,
  reason: null,
  orderId: `ord_${position}`,
  orderNumber: String(1000 + position),
  trackingNumber: null,
  ...more,
});

/** Returns the texts of the rows of a bulk run, in their sequence. */
function rowsOf(locale: 'ar' | 'en', items: ReturnType<typeof itemOf>[]): string[] {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(RunRows, { installId: 'inst_1', run, items: items as BulkItemView[] }),
  };
  const markup = renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
  return [...markup.matchAll(/<li\b.*?<\/li>/g)].map(([row]) => row.replaceAll(/<[^>]*>/g, '|'));
}

const items = [
  itemOf(0, 'succeeded', { firstItem: { name: 'Classic Scarf', quantity: 2, moreLines: 1 } }),
  itemOf(1, 'needs_review', {}),
  itemOf(2, 'succeeded', { firstItem: null }),
  itemOf(3, 'refused', { firstItem: { name: 'Soap', quantity: 1, moreLines: 0 } }),
];

it.each(['ar', 'en'] as const)(
  'the rows of an ended bulk run begin with those that failed or must be checked; the others keep their sequence (%s)',
  (locale) => {
    const numbers = rowsOf(locale, items).map((row) => /\d{4}/.exec(row)?.[0]);
    expect(numbers).toEqual(['1001', '1003', '1000', '1002']);
  },
);

it.each(['waiting', 'sent'] as const)(
  'no row of a bulk run moves while an item is in the state %s, also if other items have failed',
  (state) => {
    const numbers = rowsOf('en', [...items, itemOf(4, state, {})]).map((row) => /\d{4}/.exec(row)?.[0]);
    expect(numbers).toEqual(['1000', '1001', '1002', '1003', '1004']);
  },
);

it.each(['ar', 'en'] as const)(
  'each row of a bulk run shows the number and the first item of the order; the item is left out if it is not known (%s)',
  (locale) => {
    const [unread = '', soap = '', scarf = '', unknown = ''] = rowsOf(locale, items).map((row) =>
      row.replaceAll(/[\s|]+/g, ' '),
    );
    expect(scarf).toMatch(/1000 2 × Classic Scarf \+1 /);
    expect(soap).toMatch(/1003 1 × Soap /);
    expect(soap).not.toContain('+');
    for (const row of [unread, unknown]) expect(row).not.toContain('×');
  },
);

it.each([
  [0, /3 finished A few seconds left$/],
  [4, /3 finished About 4 minutes left, until 10:04 AM$/],
  [undefined, /3 finished Running; the end time is not known yet$/],
])(
  'a bulk run shows the remaining time that the server calculated, also if the page was loaded an hour ago: %s minutes',
  (minutesLeft, text) => {
    const progress: ComponentProps<typeof RunProgress>['run'] = {
      ...run,
      state: 'running',
      total: 3,
      done: 0,
      remaining: 3,
      endedAt: null,
      waitsForReconnect: false,
      isStorePaused: false,
      endsAt: '2026-11-29T10:04:00Z',
      ...(minutesLeft !== undefined && { minutesLeft }),
    };
    const texts: ComponentProps<typeof NextIntlClientProvider> = {
      locale: 'en',
      messages: en,
      timeZone: 'UTC',
      now: new Date('2026-11-29T09:00:00Z'),
      children: createElement(RunProgress, { run: progress }),
    };
    const markup = renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
    const shown = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(shown.trim()).toMatch(text);
  },
);

it('a bulk run that changes the stock of a location has the number of the location in its name', () => {
  const client = new QueryClient();
  client.setQueryData(locationsOptions('inst_1').queryKey, { locations: [{ id: 'loc_f00e', number: 2 }] });
  const work = { kind: 'adjust_stock', input: { reason: 'correction', location_id: 'loc_f00e' } } as const;
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    children: createElement(
      QueryClientProvider,
      { client },
      createElement(RunWork, { installId: 'inst_1', work }),
    ),
  };
  const markup = renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
  expect(markup).toContain('<bdi>Location 2</bdi>');
  expect(markup).not.toContain('loc_f00e');
});

/** Returns the address and the look of each link on the screen of a bulk run that looks like a button. */
function buttonLinksOf(change: Partial<Run>) {
  const client = new QueryClient();
  const shown = { ...run, refused: 0, outcomeUnknown: 0, ...change };
  const progress = { ...shown, waitsForReconnect: false, isStorePaused: false, endsAt: null };
  client.setQueryData(bulkRunOptions('inst_1', 'run_1').queryKey, progress);
  client.setQueryData(bulkItemsOptions('inst_1', 'run_1').queryKey, { items: [] });
  const screen = createElement(RunScreen, {
    installId: 'inst_1',
    runId: 'run_1',
    change: () => Promise.reject(new Error('not pressed')),
  });
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client }, screen),
  };
  const markup = renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
  const links = [...markup.matchAll(/<a\b[^>]*>/g)].map(([link]) => link);
  return links
    .filter((link) => link.includes('rounded-control'))
    .map((link) => [/href="([^"]*)"/.exec(link)?.[1], link.includes('bg-brand') ? 'primary' : 'secondary']);
}

it('an ended bulk run leads back to the orders or the products; the link is primary unless there is more to do here', () => {
  const [toOrders, toProducts] = ['/i/inst_1/orders', '/i/inst_1/products'];
  expect(buttonLinksOf({})).toEqual([[toOrders, 'primary']]);
  expect(buttonLinksOf({ refused: 1 })).toEqual([[toOrders, 'secondary']]);
  const shipping = { kind: 'fulfill_orders', input: { status: 'shipped', provider: null } } as const;
  expect(buttonLinksOf({ work: shipping })).toEqual([[toOrders, 'secondary']]);
  const stock = { kind: 'adjust_stock', input: { reason: 'correction', location_id: 'loc_1' } } as const;
  expect(buttonLinksOf({ work: stock })).toEqual([[toProducts, 'primary']]);
  expect(buttonLinksOf({ state: 'running', endedAt: null })).toEqual([]);
});
