import { QueryClient, QueryClientProvider, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ActivityList } from '@/components/operations/activity-list';
import { ProductsList } from '@/components/products/products-list';
import { QuotesList } from '@/components/quotes/list/quotes-list';
import type { ActivityPage } from '@/lib/operations/activity/activity-view';
import type { ProductPage } from '@/lib/catalogue/product-queries';
import type { QuoteListItem, QuotePage } from '@/lib/quotes/quote-view';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const installId = 'inst_1';

function render(locale: 'ar' | 'en', screen: ReactNode): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    now: new Date('2026-11-29T10:00:00Z'),
    children: createElement(QueryClientProvider, { client: new QueryClient() }, screen),
  };
  const page = createElement(NextIntlClientProvider, texts);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, page));
}

/** A list of one page that the server has sent. `isOutdated`: the page belongs to the filters before the last change. */
const listOf = <Page>(page: Page, isOutdated = false) =>
  ({
    data: { pages: [page], pageParams: [] },
    isPlaceholderData: isOutdated,
    hasNextPage: false,
    isFetchNextPageError: false,
  }) as unknown as UseInfiniteQueryResult<{ pages: Page[]; pageParams: unknown[] }>;

const change = () => undefined;

describe.each([
  ['en', en],
  ['ar', ar],
] as const)('a list without a match (%s)', (locale, words) => {
  type Filters = { q?: string };
  const lists: Record<string, (filters: Filters, isOutdated?: boolean) => ReactNode> = {
    quotes: (filters, isOutdated) =>
      createElement(QuotesList, {
        installId,
        filters: { state: 'sent', ...filters },
        quotes: listOf<QuotePage>({ quotes: [], next: null, moved: 0 }, isOutdated),
        change,
        deleteDraft: null,
      }),
    products: (filters, isOutdated) =>
      createElement(ProductsList, {
        installId,
        filters: { status: 'active', ...filters },
        products: listOf({ products: [], next: null } as unknown as ProductPage, isOutdated),
        change,
      }),
    activity: (filters, isOutdated) =>
      createElement(ActivityList, {
        installId,
        filters: { state: 'refused', ...filters },
        activity: listOf({ entries: [], next: null } as unknown as ActivityPage, isOutdated),
        clear: change,
        resolve: () => Promise.reject(new Error('not used')),
      }),
  };

  it.each(['quotes', 'products', 'activity'] as const)('names the words of the search: %s', (name) => {
    const { noMatch } = words[name];
    const list = lists[name];
    const found = noMatch.searched.replace('{words}', 'zzz');
    const searched = render(locale, list?.({ q: 'zzz' }));
    expect(searched).toContain(found);
    expect(searched).not.toContain(noMatch.title);
    expect(render(locale, list?.({}))).toContain(noMatch.title);
    // The rows belong to the filters before the search, so they do not say what the search found.
    expect(render(locale, list?.({ q: 'zzz' }, true))).not.toContain(found);
  });

  it('does not speak of filters if a word was typed into the search of the activity', () => {
    expect(render(locale, lists.activity?.({ q: 'zzz' }))).not.toContain(words.activity.noMatch.body);
    expect(render(locale, lists.activity?.({}))).toContain(words.activity.noMatch.body);
  });
});

describe('the list of quotes', () => {
  const quote = (id: string, madeBy: string | null): QuoteListItem => ({
    id,
    isUnreadable: false,
    number: id,
    state: 'sent',
    customerName: 'Salma',
    isPersonHidden: false,
    total: null,
    version: 1,
    updatedAt: '2026-11-29T09:00:00Z',
    expiresAt: null,
    hasDraft: false,
    changeRequested: false,
    areDigitsClosed: false,
    isRateMoved: false,
    order: null,
    madeBy,
  });
  const list = (quotes: QuoteListItem[]) =>
    render(
      'en',
      createElement(QuotesList, {
        installId,
        filters: {},
        quotes: listOf<QuotePage>({ quotes, next: null, moved: 0 }),
        change,
        deleteDraft: null,
      }),
    );
  const cells = (html: string) => html.match(/<td/g)?.length;

  it('has no column for the users who created the quotes if no quote names its user', () => {
    const shown = list([quote('Q-1', null), quote('Q-2', '')]);
    expect(shown).not.toContain(en.quotes.columns.madeBy);
    expect(cells(shown)).toBe(12);
  });

  it('has the column if one quote names its user', () => {
    const shown = list([quote('Q-1', null), quote('Q-2', 'Rima')]);
    expect(shown).toContain(en.quotes.columns.madeBy);
    expect(shown).toContain('Rima');
    expect(cells(shown)).toBe(14);
  });
});
