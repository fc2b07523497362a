import { NextIntlClientProvider } from 'next-intl';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DateRange } from '@/components/ui/form/date-range';
import { intlLocale } from '@/lib/shared/locale';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

function render(locale: 'ar' | 'en', timeZone: string, children: ReactNode): string {
  const messages = locale === 'ar' ? ar : en;
  const texts = { locale: intlLocale(locale, 'SY'), messages, timeZone, children };
  const screen = renderToStaticMarkup(createElement(NextIntlClientProvider, texts));
  return screen.replaceAll(/<[^>]*>/g, '|');
}

const range = (from: string | null, to: string | null) =>
  createElement(DateRange, { value: { from, to }, today: '2026-12-08', onChange: () => undefined });

it.each([
  ['en', 'Pacific/Kiritimati', 'Monday, December 7, 2026', 'Tuesday, December 8, 2026'],
  ['ar', 'America/Los_Angeles', 'الاثنين، 7 كانون الأول 2026', 'الثلاثاء، 8 كانون الأول 2026'],
] as const)(
  'the days of a range are also written in words, and no time zone changes them (%s, %s)',
  (locale, timeZone, from, to) => {
    const screen = render(locale, timeZone, range('2026-12-07', '2026-12-08'));
    expect(screen).toContain(`|${from}|`);
    expect(screen).toContain(`|${to}|`);
  },
);

it.each(['0020-12-07', '', '2026-02-31'])('no day is written in words for the incomplete day %j', (day) => {
  expect(render('en', 'UTC', range(day, null))).not.toMatch(/day, /);
});
