import { QueryClient, QueryClientProvider, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { QuotesList } from '@/components/quotes/list/quotes-list';
import type { QuoteListItem, QuotePage } from '@/lib/quotes/quote-view';
import en from '@/messages/en.json';

const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const installId = 'inst_1';

function render(screen: ReactNode): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: 'en',
    messages: en,
    timeZone: 'UTC',
    now: new Date('2026-11-29T10:00:00Z'),
    children: createElement(QueryClientProvider, { client: new QueryClient() }, screen),
  };
  const page = createElement(NextIntlClientProvider, texts);
  return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, page));
}

/** A list of one page that the server has sent. */
const listOf = <Page>(page: Page) =>
  ({
    data: { pages: [page], pageParams: [] },
    isPlaceholderData: false,
    hasNextPage: false,
    isFetchNextPageError: false,
  }) as unknown as UseInfiniteQueryResult<{ pages: Page[]; pageParams: unknown[] }>;

const change = () => undefined;

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
