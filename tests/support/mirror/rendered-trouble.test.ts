import { NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { StoreNoticePanel } from '@/components/frame/notices/store-notice-panel';
import { LiveContext, type LiveState, useStoreTrouble } from '@/components/ui/feedback/live-context';
import { LiveMark } from '@/components/ui/feedback/live-mark';
import { ScopesContext } from '@/components/ui/scopes-context';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const languages = { ar, en };

/** The mark of the top row, and the notice below it, as StoreNotice shows it. */
function TopRow() {
  const trouble = useStoreTrouble();
  return createElement(
    'div',
    null,
    createElement(LiveMark),
    trouble && createElement(StoreNoticePanel, { installId: 'inst_1', trouble }),
  );
}

function topRow(language: 'ar' | 'en', state: LiveState, mayReadOrders: boolean): string {
  const texts: ComponentProps<typeof NextIntlClientProvider> = {
    locale: language,
    messages: languages[language],
    timeZone: 'UTC',
    children: createElement(TopRow),
  };
  const effective = mayReadOrders ? ['orders:read'] : [];
  const live: ComponentProps<typeof LiveContext>['value'] = { state, listeners: new Set() };
  const markup = renderToStaticMarkup(
    createElement(
      ScopesContext,
      { value: { storeId: 's', effective, granted: ['orders:read'] } },
      createElement(LiveContext, { value: live }, createElement(NextIntlClientProvider, texts)),
    ),
  );
  return markup.replaceAll('&#x27;', "'");
}

describe.each(['ar', 'en'] as const)('the top row (%s)', (language) => {
  const { frame, connection, home, freshness } = languages[language];
  const failures = ['platform_unreachable', 'sync_failing', 'updatesOff'] as const;

  it.each(['live', ...failures] as const)(
    'names the missing permission as the Connection screen does, in the state %s',
    (state) => {
      const shown = topRow(language, state, false);
      expect(shown).toContain(connection.state.grant_scope.title);
      expect(shown).toContain(connection.state.grant_scope.body);
      for (const failure of failures) {
        expect(shown).not.toContain(frame.store[failure].title);
        expect(shown).not.toContain(`>${freshness[failure]}<`);
      }
      expect(shown.match(/href="[^"]*"/g)).toEqual(['href="/i/inst_1/connection"']);
    },
  );

  it.each(['reconnect', 'paused'] as const)('first names a stop of all reads: %s', (state) => {
    expect(topRow(language, state, false)).toContain(frame.store[state].title);
  });

  it('names the failure if the permission is there, and nothing if there is no problem', () => {
    for (const failure of failures)
      expect(topRow(language, failure, true)).toContain(frame.store[failure].title);
    expect(topRow(language, 'live', true)).not.toContain('href');
  });

  it('has the sentence of the home screen', () => {
    expect(home.sync.grant_scope).toBe(connection.state.grant_scope.title);
  });
});
