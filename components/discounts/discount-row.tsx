'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { Cell, Row } from '@/components/ui/list/table';
import type { DiscountState } from '@/lib/discounts/discount-state';
import type { DiscountItem } from '@/lib/discounts/discount-view';
import { DiscountValue } from './discount-value';
import { dateParts } from '@/lib/shared/locale';

const tones: Record<DiscountState, Tone> = {
  active: 'good',
  scheduled: 'info',
  ended: 'neutral',
  used_up: 'warn',
  off: 'neutral',
  unknown: 'neutral',
};

/** One discount in the list. If the platform did not send a value of the discount, a dash is shown in its place. */
export function DiscountRow({ discount }: { discount: DiscountItem }) {
  const t = useTranslations('discounts');
  const { id, state, title, code, method } = discount;
  return (
    <Row data-discount={id} data-state={state}>
      <Cell className="min-w-0 max-sm:order-1">
        <span className="block font-bold break-words">
          {title ? <bdi>{title}</bdi> : code ? <bdi>{code}</bdi> : t('noName')}
        </span>
        <span className="mt-0.5 block text-xs text-ink-soft">
          {code
            ? t.rich('code', {
                code: () => (
                  <bdi key="code" dir="ltr" className="font-semibold text-ink">
                    {code}
                  </bdi>
                ),
              })
            : t(method === 'automatic' ? 'automatic' : method === null ? 'methodUnknown' : 'methodOther')}
        </span>
      </Cell>
      <Cell className="max-sm:order-3 max-sm:col-span-2">
        <DiscountValue discount={discount} />
      </Cell>
      <Cell className="max-sm:order-2">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </Cell>
      <Cell className="text-ink-soft max-sm:order-4 max-sm:col-span-2 max-sm:text-xs">
        <Period discount={discount} />
      </Cell>
      <Cell className="text-ink-soft max-sm:order-5 max-sm:col-span-2 max-sm:text-xs">
        <span className="sm:hidden">{t('columns.channels')}: </span>
        <Channels discount={discount} />
      </Cell>
      <Cell className="max-sm:order-6 max-sm:col-span-2 sm:min-w-32">
        <Usage discount={discount} />
      </Cell>
    </Row>
  );
}

function Period({ discount: { startsAt, endsAt } }: { discount: DiscountItem }) {
  const t = useTranslations('discounts.period');
  const format = useFormatter();
  const day = (at: string) => (
    <time key={at} dateTime={at} className="whitespace-nowrap" suppressHydrationWarning>
      {format.dateTime(new Date(at), dateParts)}
    </time>
  );
  if (startsAt && endsAt) return t.rich('both', { start: () => day(startsAt), end: () => day(endsAt) });
  if (startsAt) return t.rich('from', { start: () => day(startsAt) });
  return endsAt ? t.rich('until', { end: () => day(endsAt) }) : '–';
}

function Channels({ discount: { onPos, online } }: { discount: DiscountItem }) {
  const t = useTranslations('discounts.channels');
  if (online && onPos) return t('both');
  if (online) return t('online');
  if (onPos) return t('pos');
  return online === false && onPos === false ? t('none') : '–';
}

function Usage({ discount: { usedCount, usageLimit } }: { discount: DiscountItem }) {
  const t = useTranslations('discounts.usage');
  if (usedCount === null) return <span className="text-ink-soft">–</span>;
  if (usageLimit === null)
    return <span className="text-ink-soft max-sm:text-xs">{t('unlimited', { count: usedCount })}</span>;
  return (
    <ProgressBar
      of={{ done: Math.min(usedCount, usageLimit), total: usageLimit }}
      label={
        <span className="text-xs text-ink-soft">{t('of', { count: usedCount, total: usageLimit })}</span>
      }
    />
  );
}
