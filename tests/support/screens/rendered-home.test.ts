import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PathParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { homeOptions } from '@/components/home/home-queries';
import { HomeScreen } from '@/components/home/home-screen';
import { RoleContext } from '@/components/ui/role-context';
import type { HomeView } from '@/lib/home/home-view';
import en from '@/messages/en.json';

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });
const path = '/quotes';

const quotes: HomeView['quotes'] = {
  hasSent: true,
  open: { count: 1, opened: 0, path },
  attention: { count: 2, changes: 1, oldestAt: null, path },
  moved: { count: 0, oldestAt: null, path },
  acceptedThisWeek: 0,
};
const waits = { oldestAt: null, path: '/orders' };
const view = {
  guide: {
    missingScopes: [],
    isSubscribed: true,
    steps: { quote: false, message: false, order: false, shipment: false, staff: false },
  },
  earlierDataCount: 0,
  orders: {
    today: {
      currencies: [{ today: { orders: 2, total: usd(400) }, weekAgo: { orders: 1, total: usd(300) } }],
      weekAgo: '2026-11-23',
    },
    counts: { to_review: 2, to_ship: 1, problems: 0, cash_to_collect: 0, knownCash: 0 },
    oldest: { to_review: waits, to_ship: waits, problems: waits, cash_to_collect: waits },
    cash: { orders: 0 },
    notebook: [{ sum: usd(23_400), owing: 2, late: { orders: 0, sum: usd(0) }, oldest: null, sinceDays: 0 }],
  },
  quotes,
  sync: { nextStep: 'none', syncedAt: null },
  activity: [],
} as unknown as HomeView;

/** Returns the markup of the home screen with the given data, for the owner. */
function home(data: HomeView): string {
  const client = new QueryClient();
  client.setQueryData(homeOptions('inst_1').queryKey, data);
  const screen = createElement(HomeScreen, {
    installId: 'inst_1',
    storeName: 'Cedar',
    saveSettings: () => Promise.resolve({ code: 'saved' }),
  });
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    children: createElement(RoleContext, { value: 'owner' }, screen),
  };
  // This test provides the path parameters by Next's context. It does not mock next/navigation, because the unit tests
  // share their loaded modules, so a component may have loaded that module before.
  const page = createElement(
    PathParamsContext,
    { value: { installId: 'inst_1' } },
    createElement(NextIntlClientProvider, texts),
  );
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
}

const placesIn = (markup: string, ...texts: string[]) => texts.map((text) => markup.indexOf(text));

it('the first steps are above the sales and the cash in the HTML, which a phone follows, and below their row on a laptop', () => {
  const markup = home(view);
  const places = placesIn(markup, 'data-work="to_review"', 'data-first-step', 'data-home="today"');
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  // The row with both cards is directly behind the element that a laptop moves below the row.
  expect(markup).toMatch(/<div class="lg:order-1">.*<div class="grid gap-4 lg:grid-cols-2"><section/);
  const row = markup.slice(markup.indexOf('<div class="grid gap-4 lg:grid-cols-2">'));
  const [today, cash, rest] = placesIn(row, 'data-home="today"', 'data-home="cash"', 'lg:order-2');
  expect(today).toBeLessThan(cash ?? Number.NaN);
  expect(cash).toBeLessThan(rest ?? Number.NaN);
});

it('if orders are hidden, the quotes have one card and no tile', () => {
  const shown = home(view);
  const hidden = home({ ...view, orders: null });
  const timesIn = (markup: string, text: string) => markup.split(text).length - 1;
  expect(timesIn(shown, `>${en.home.quotes.title}<`)).toBe(2);
  expect(timesIn(hidden, `>${en.home.quotes.title}<`)).toBe(1);
  expect(timesIn(hidden, 'data-work="quotes"')).toBe(1);
  expect(timesIn(hidden, 'data-quotes="attention"')).toBe(1);
  expect(timesIn(hidden, '<nav')).toBe(0);
});
