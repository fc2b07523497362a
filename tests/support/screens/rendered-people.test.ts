import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PeopleCard } from '@/components/installs/people-card';
import { RoleContext } from '@/components/ui/role-context';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const router = {} as NonNullable<ComponentProps<typeof AppRouterContext>['value']>;
const rima = { sub: 'staff_7', name: 'Rima', since: '2026-11-29T10:00:00Z', role: null };

describe.each(['en', 'ar'] as const)('the users of a store (%s)', (locale) => {
  const messages = locale === 'ar' ? ar : en;
  const t = createTranslator<typeof en>({ locale, messages: messages as typeof en });
  const unknown = (count: number) => t('settings.people.unnamed', { count });

  const card = (unnamed: number, ownSub: string | null) => {
    const answer = () => Promise.resolve({ code: 'done' });
    const shown = createElement(PeopleCard, {
      installId: 'inst_1',
      people: [rima],
      unnamed,
      ownSub,
      defaultRole: 'owner',
      actions: { signOut: answer, setRole: answer },
    });
    const texts = { locale, messages, timeZone: 'UTC', children: shown };
    const page = createElement(NextIntlClientProvider, texts);
    const withRole = createElement(RoleContext, { value: 'owner' }, page);
    return renderToStaticMarkup(createElement(AppRouterContext, { value: router }, withRole));
  };

  it('name the own session without a user as this browser, and count only the others as unknown', () => {
    const alone = card(1, null);
    const role = t('problem.no_right.role.owner');
    expect(alone).toContain(t('settings.people.thisBrowserRole', { role }));
    expect(alone).not.toContain(unknown(1));
    expect(card(3, null)).toContain(unknown(2));
  });

  it('count all sessions without a user as unknown if the own session has a user', () => {
    const shown = card(2, rima.sub);
    expect(shown).not.toContain(t('settings.people.thisBrowserRole', { role: '' }));
    expect(shown).toContain(unknown(2));
    expect(shown).toContain(t('settings.people.you'));
  });
});
