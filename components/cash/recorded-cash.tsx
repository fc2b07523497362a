'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/text/money-text';
import type { EntryKind } from '@/lib/cash/cash-commands';
import type { OrderCash } from '@/lib/cash/cash-view';

/**
 * Headline of the payment of an order whose cash was recorded: how much of the cash the store has, from which carrier
 * and since when. `entries` must not be empty.
 */
export function RecordedCash({ cash: { item, entries } }: { cash: OrderCash }) {
  const t = useTranslations('cash.order.recorded');
  const format = useFormatter();
  const { state, open, due, carrierName } = item;
  const sumOf = (kind: EntryKind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    const sum = own.reduce((total, { amount }) => total + BigInt(amount.amount_minor), 0n);
    return { ...due, amount_minor: Number(sum) };
  };
  const received = sumOf('remitted');
  const headline = state === 'short' || state === 'written_off' ? state : 'remitted';
  const amounts = { short: open, written_off: sumOf('written_off'), remitted: received };
  // The second line shows the received amount, unless the headline already shows it.
  const sources =
    headline === 'remitted' ? (['from', 'on'] as const) : (['receivedFrom', 'received'] as const);
  const at = entries.findLast(({ kind }) => kind === 'remitted')?.at;
  return (
    <div data-recorded-cash={headline} className="flex flex-col gap-0.5">
      <p className="text-base font-bold">
        {t.rich(headline, { amount: () => <MoneyText key="amount" money={amounts[headline]} /> })}
      </p>
      {at !== undefined && (
        <p className="text-ink-soft">
          {t.rich(sources[carrierName === null ? 1 : 0], {
            amount: () => <MoneyText key="amount" money={received} />,
            carrier: () => <bdi key="carrier">{carrierName}</bdi>,
            date: () => (
              <time key="date" dateTime={at}>
                {format.dateTime(new Date(at), { day: 'numeric', month: 'short' })}
              </time>
            ),
          })}
        </p>
      )}
    </div>
  );
}
