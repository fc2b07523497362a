import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ScopeCodes } from '@/components/installs/scope-codes';
import { ScopesCard } from '@/components/installs/scopes-card';
import { listScopes } from '@/lib/installs/compare-scopes';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

function render(locale: 'ar' | 'en', children: ReactNode): string {
  const texts = { locale, messages: locale === 'ar' ? ar : en, timeZone: 'UTC', children };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, texts)).replaceAll(/<[^>]*>/g, '|');
}

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'the settings name a missing permission in words, and the screen for developers by its scope (%s)',
  (locale, words) => {
    const scopes = listScopes({ granted: ['refunds:write', 'orders:read'], effective: ['orders:read'] });
    const settings = render(locale, createElement(ScopesCard, { scopes, storeId: 'store_1' }));
    expect(settings).toContain(words.settings.scopes.of['refunds:write']);
    expect(settings).not.toMatch(/\w+:(?:read|write|create)/);
    const codes = render(locale, createElement(ScopeCodes, { scopes }));
    expect(codes).toContain(`|refunds:write||${words.settings.scopes.off}|`);
    expect(codes).toContain(`|orders:read||${words.settings.scopes.on}|`);
  },
);
