import { NextIntlClientProvider } from 'next-intl';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ShareDay } from '@/components/cash/day/share-day';
import type { DayRecord } from '@/lib/cash/day/day-view';
import { intlLocale } from '@/lib/shared/locale';
import ar from '@/messages/ar.json';
import en from '@/messages/en.json';

const money = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });
const orders = { orders: 3, sum: money(12_300) };
const record: DayRecord = {
  id: 'record',
  day: '2026-11-28',
  version: 1,
  at: '2026-11-28T20:00:00Z',
  actorName: 'Rima',
  sums: [
    {
      currency: 'USD',
      decimals: 2,
      created: orders,
      shipped: orders,
      owed: orders,
      remitted: money(5_000),
      fee: money(100),
      writtenOff: money(0),
      opening: money(1_000),
      lines: [{ label: 'Lunch of Salma', amount: money(-250) }],
      moneyIn: money(0),
      moneyOut: money(250),
      expected: money(5_750),
      counted: money(5_700),
      difference: money(-50),
      reason: 'Rami forgot it',
    },
  ],
};

it.each([
  ['ar', ar],
  ['en', en],
] as const)(
  'the WhatsApp message of a closed day has the sums of the store, and no reason, label or name: %s',
  (locale, messages) => {
    const share = createElement(ShareDay, { installId: 'inst_1', storeName: 'Levant', record });
    const html = renderToString(
      createElement(NextIntlClientProvider, {
        locale: intlLocale(locale),
        messages,
        timeZone: 'UTC',
        children: share,
      }),
    );
    const text = decodeURIComponent(/https:\/\/wa\.me\/\?text=([^"]+)/.exec(html)?.[1] ?? '');
    for (const part of ['Levant', '123.00', '50.00', '57.50', '57.00', '0.50', messages.cashDay.part.counted])
      expect(text).toContain(part);
    for (const word of ['Rima', 'Salma', 'Rami']) expect(html).not.toContain(word);
  },
);
