import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import AdminNotFound from '@/app/(admin)/i/[installId]/not-found';
import PrintNotFound from '@/app/(print)/i/[installId]/not-found';
import { LiveContext } from '@/components/ui/feedback/live-context';
import en from '@/messages/en.json';

vi.mock(import('next/navigation'), async (original) => ({
  ...(await original()),
  useParams: <T>() => ({ installId: 'inst_1' }) as T,
}));

/** Returns the addresses to which the links of a page lead. */
function linksOf(page: () => ReactNode, live: ComponentProps<typeof LiveContext>['value']) {
  const content = createElement(LiveContext, { value: live }, createElement(page));
  const provider = { locale: 'en', messages: en, timeZone: 'UTC', children: content };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
}

describe.each([
  ['the admin', AdminNotFound],
  ['the documents', PrintNotFound],
])('the page "not found" of %s is no dead end', (_, page) => {
  it('leads to the orders and the quotes', () => {
    const live = { state: 'live', listeners: new Set<never>() } as const;
    expect(linksOf(page, live)).toEqual(['/i/inst_1/orders', '/i/inst_1/quotes']);
  });

  it('explains how to open the app if the user has no access to the install', () => {
    expect(linksOf(page, null)).toEqual(['/']);
  });
});
