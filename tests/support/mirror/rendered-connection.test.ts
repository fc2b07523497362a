import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { brand } from '@/brand';
import { CheckCard } from '@/components/mirror/check-card';
import { LastProblemCard } from '@/components/mirror/last-problem-card';
import { RoleContext } from '@/components/ui/role-context';
import { ScopesContext } from '@/components/ui/scopes-context';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const now = '2026-11-29T10:00:00Z';

/** A connection without problems. */
const view: SyncView = {
  readAt: now,
  installedAt: '2025-11-29T10:00:00Z',
  lastEvent: null,
  lag: [],
  lagIsPartial: false,
  inbox: { count: 0, isMore: false, oldestAt: null },
  dirty: { count: 0, isMore: false, oldestAt: null },
  quarantined: [],
  drift: [],
  corrected: 0,
  subscription: { state: 'active', status: 'active', checkedAt: null },
  sweeps: [],
  lastReconciledAt: now,
  missingScopes: [],
  nextStep: 'none',
  arrival: { events: 0, p50Ms: null, p95Ms: null, isPartial: false, hours: [] },
};

/** Returns the HTML of the cards below the banner of the Connection screen. */
function cards(locale: 'ar' | 'en', scopes: readonly string[], shown: SyncView = view): string {
  const startRepair = () => Promise.resolve({ code: 'succeeded' });
  const both = createElement(
    Fragment,
    null,
    createElement(CheckCard, {
      installId: 'inst_1',
      view: shown,
      resources: [],
      isMatching: true,
      startRepair,
    }),
    createElement(LastProblemCard, { view: shown }),
  );
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale,
    messages: locale === 'ar' ? ar : en,
    timeZone: 'UTC',
    children: createElement(QueryClientProvider, { client: new QueryClient() }, both),
  };
  const page = createElement(RoleContext, { value: 'owner' }, createElement(NextIntlClientProvider, texts));
  const granted = { storeId: 's', effective: scopes, granted: brand.scopes };
  return renderToStaticMarkup(createElement(ScopesContext, { value: granted }, page));
}

it.each([
  ['en', en],
  ['ar', ar],
] as const)(
  'the Connection screen does not say "no problem" while a permission is missing (%s)',
  (locale, { connection }) => {
    const matched = connection.check.matched.split('<')[0] ?? '';
    const calm = cards(locale, brand.scopes);
    expect(calm).toContain(connection.problem.none);
    expect(calm).toContain(matched);
    const hidden = cards(
      locale,
      brand.scopes.filter((scope) => scope !== 'orders:write'),
    );
    expect(hidden).not.toContain(connection.problem.title);
    expect(hidden).not.toContain(matched);
  },
);

it('the Connection screen names a known problem also while a permission is missing', () => {
  const shown = cards('en', [], { ...view, quarantined: [{ kind: 'other', events: 1, newestAt: now }] });
  expect(shown).toContain(en.connection.problem.title);
});
