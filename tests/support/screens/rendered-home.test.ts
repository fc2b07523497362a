import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PathParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { homeOptions } from '@/components/home/home-queries';
import { HomeScreen } from '@/components/home/home-screen';
import { SalesChart } from '@/components/home/sales-chart';
import { RoleContext } from '@/components/ui/role-context';
import type { HomeView } from '@/lib/home/home-view';
import type { Money } from '@/lib/shared/numbers/money';
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

it('the home screen has the same sequence on each device: waiting work, sales of today, cash, first steps', () => {
  const markup = home(view);
  const parts = ['data-work="to_review"', 'data-home="today"', 'data-home="cash"', 'data-first-step'];
  const places = placesIn(markup, ...parts);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(markup).not.toContain('lg:order-');
});

it('the set-up shows the next step with its explanation, and a button with the number of the others, on each device', () => {
  const markup = home(view);
  const steps = [...markup.matchAll(/<li[^>]*data-first-step="(\w+)"[^>]*class="([^"]*)"/g)];
  expect(steps.map(([, name]) => name)).toEqual(['quote', 'message', 'order', 'shipment', 'staff']);
  expect(steps.filter(([, , look]) => look !== 'hidden')).toHaveLength(1);
  expect(markup.match(/<button[^>]*>/g)?.find((one) => one.includes('aria-expanded'))).not.toContain(
    'sm:hidden',
  );
  expect(/<span class="([^"]*)">0 of 5 done/.exec(markup)?.[1]).not.toContain('hidden');
  expect(markup).toContain('4 more steps');
  // The explanation of each step is in the HTML. Only CSS hides the other steps.
  for (const name of ['quote', 'message', 'staff'] as const)
    expect(markup).toContain(`<div class="text-ink-soft">${en.home.guide.steps[name].body}</div>`);
});

it('if an earlier installation left data, the set-up shows the step for it and the next step', () => {
  const steps = { quote: true, message: false, order: true, shipment: false, staff: false };
  const markup = home({
    ...view,
    guide: { missingScopes: [], isSubscribed: true, steps },
    earlierDataCount: 3,
  });
  const shown = [...markup.matchAll(/<li data-step="(\w+)"([^>]*)class="([^"]*)"/g)].filter(
    ([, , , look]) => look !== 'hidden',
  );
  expect(shown.map(([, , name]) => name?.trim())).toEqual(['data-first-step="message"', '']);
  expect(markup).toContain(en.earlierData.guide.title);
  expect(markup).toContain('4 more steps');
  // The number of all steps includes the step for the data: two are shown, and four are not.
  expect(markup).toContain('2 of 6 done');
});

it('a tile shows what its orders are worth, and a count of 0 is one dimmed line', () => {
  const orders = view.orders as NonNullable<HomeView['orders']>;
  const sums = { to_review: [], to_ship: [usd(184_000)], problems: [] };
  const markup = home({ ...view, orders: { ...orders, counts: { ...orders.counts, to_review: 0 }, sums } });
  const tileOf = (name: string) => new RegExp(`<a[^>]*data-work="${name}".*?</a>`).exec(markup)?.[0] ?? '';
  expect(tileOf('to_ship')).toMatch(/data-worth[^>]*><bdi>[^<]*1,840/);
  expect(tileOf('to_ship')).not.toContain('min-h-11');
  expect(tileOf('to_review')).toContain('text-ink-soft');
  expect(tileOf('to_review')).toContain('min-h-11');
  // The line keeps its own height beside higher tiles.
  expect(tileOf('to_review')).not.toContain('h-full');
  expect(tileOf('to_review')).not.toContain(en.home.work.hint.to_review);
  // A tile beside which nothing stands has the whole width of a phone.
  const wideIn = (counts: Record<string, number>) =>
    [
      ...home({ ...view, orders: { ...orders, counts: { ...orders.counts, ...counts } } }).matchAll(
        /<li class="([^"]*)"><a[^>]*data-work="(\w+)"/g,
      ),
    ].flatMap(([, look, name]) => (look === 'max-lg:col-span-2' ? [name] : []));
  expect(wideIn({ to_review: 2, to_ship: 1, problems: 1 })).toEqual([]);
  expect(wideIn({ to_review: 2, to_ship: 1 })).toEqual(['quotes']);
  expect(wideIn({ to_review: 0, to_ship: 1 })).toEqual(['to_review']);
  expect(wideIn({ to_review: 2, to_ship: 0 })).toEqual(['to_review', 'to_ship', 'quotes']);
  // A server of an earlier release sends no sums.
  expect(home(view)).not.toContain('data-worth');
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

it('the chart of a week names the total of the week before in its own currency, and only if it is known', () => {
  const sales = (weekBefore?: Money) => [
    {
      currency: 'USD',
      decimals: 2,
      days: [{ day: '2026-11-29', total: usd(500), orders: 1 }],
      ...(weekBefore && { weekBefore }),
    },
  ];
  const chart = (weekBefore?: Money) => {
    const children = createElement(SalesChart, {
      sales: sales(weekBefore),
      isCut: false,
      period: 7,
      onPeriod: () => undefined,
    });
    const texts = { locale: 'en', messages: en, timeZone: 'UTC', children };
    return renderToStaticMarkup(createElement(NextIntlClientProvider, texts)).replaceAll(/<[^>]*>/g, '');
  };
  expect(chart(usd(42_000))).toMatch(/Week before: \D*420/);
  expect(chart()).not.toContain('Week before');
});

it('a first step does not say "first", because the store may have orders that were not made in Daftar', () => {
  const markup = home(view);
  expect(markup).toContain('Create an order in Daftar');
  expect(markup).toContain('Ship an order from Daftar');
  expect(markup).not.toContain('first order');
});
