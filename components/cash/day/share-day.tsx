'use client';

import { MessageCircle, Printer } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import type { DayRecord } from '@/lib/cash/day/day-view';
import { installPath } from '@/lib/shared/install-path';
import { whatsappUrl } from '@/lib/shared/messages/whatsapp-url';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { dayDate, dayParts } from '@/lib/shared/store-day';
import { differenceState, drawerParts, figureOf, figureParts, withoutSign } from './day-parts';

type ShareDayProps = { installId: string; storeName: string; record: DayRecord };

/**
 * Buttons that share the record of a closed day as a WhatsApp message or as copied text, or open it as a page to print.
 */
export function ShareDay({ installId, storeName, record }: ShareDayProps) {
  const t = useTranslations('cashDay.share');
  const text = useDayText(storeName, record);
  const url = whatsappUrl('', text);
  return (
    <div className="flex flex-wrap gap-2">
      {url === null ? (
        <p role="status" className="text-sm text-warn">
          {t('tooLong')}
        </p>
      ) : (
        <Button asChild variant="primary" className="max-sm:w-full">
          {/* The link opens WhatsApp with the message only. The user chooses the chat in WhatsApp. */}
          <a href={url} target="_blank" rel="noopener noreferrer" data-share-day>
            <MessageCircle aria-hidden className="size-4" />
            {t('whatsapp')}
          </a>
        </Button>
      )}
      <Button asChild>
        <a
          href={installPath(installId, `/cash/day/${record.id}/print`)}
          target="_blank"
          rel="noopener"
          data-print-day
        >
          <Printer aria-hidden className="size-4" />
          {t('print')}
        </a>
      </Button>
      <CopyButton text={text} label={t('copy')} />
    </div>
  );
}

/**
 * Returns the text of the message about a closed day. The text contains only sums of the store. It contains no reason,
 * no label and no name of a user, because these can be personal data.
 */
function useDayText(storeName: string, { day, sums }: DayRecord): string {
  const t = useTranslations('cashDay');
  const format = useFormatter();
  const locale = useLocale();
  const line = (label: string, money: Money) =>
    t('share.line', { label, amount: formatMoney(money, locale) });
  const texts = sums.map((sum) => {
    const state = differenceState(sum);
    return [
      `*${sum.currency}*`,
      ...figureParts.map((part) => {
        const { orders, money } = figureOf(sum, part);
        const label = t(`part.${part}`);
        return line(orders === null ? label : `${label} (${t('orders', { count: orders })})`, money);
      }),
      ...drawerParts.filter((part) => part !== 'remitted').map((part) => line(t(`part.${part}`), sum[part])),
      state === 'none'
        ? t('state.none')
        : t(`share.${state}`, { amount: formatMoney(withoutSign(sum.difference), locale) }),
    ].join('\n');
  });
  const title = t('share.title', { store: storeName, day: format.dateTime(dayDate(day), dayParts) });
  return [title, ...texts].join('\n\n');
}
