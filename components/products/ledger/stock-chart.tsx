'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import type { MovementRow } from '@/lib/inventory/movement-queries';
import { directionOf, appLocale, dateParts, dateTimeParts, timeParts } from '@/lib/shared/locale';
import { stockSteps } from './stock-steps';

/**
 * Step chart of the stock after each movement, over time. `movements` is sorted newest first. `tableId` is the HTML id
 * of the ledger below the chart, which shows the same data as a table.
 */
export function StockChart({ movements, tableId }: { movements: MovementRow[]; tableId: string }) {
  const t = useTranslations('products.chart');
  const format = useFormatter();
  const titleId = useId();
  const isMirrored = directionOf(appLocale(useLocale())) === 'rtl';
  const steps = stockSteps(movements, isMirrored);
  if (!steps) return <p className="py-3 text-sm text-ink-soft">{t('tooFew')}</p>;
  const date = (at: string) => format.dateTime(new Date(at), dateParts);
  // If the first and the last movement are on the same day, the axis shows times. Only the first end of the axis also
  // has the date. Both dates would be equal, and two dates with times do not fit on a phone.
  // SVG path commands. `line` is the line of the steps. `area` is the area between this line and the bottom of the box.
  const isOneDay = date(steps.first) === date(steps.last);
  const time = (at: string) => format.dateTime(new Date(at), dateTimeParts);
  const end = isOneDay ? time : date;
  const facts = { min: steps.min, max: steps.max, now: movements[0]?.stockAfter ?? 0 };
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span id={titleId} className="font-semibold">
          {t('title')}
        </span>
        <a
          href={`#${tableId}`}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline"
        >
          {t('toTable')}
        </a>
      </figcaption>
      <div className="flex gap-2">
        <div
          aria-hidden
          className="flex w-10 shrink-0 flex-col justify-between text-end text-xs leading-none text-ink-soft"
        >
          <bdi>{format.number(steps.max)}</bdi>
          <bdi>{format.number(steps.min)}</bdi>
        </div>
        <svg
          role="img"
          aria-label={t('summary', { ...facts, from: end(steps.first), to: end(steps.last) })}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-36 min-w-0 flex-1 overflow-visible border-b border-line"
        >
          <path d={steps.area} className="fill-brand-soft" />
          <path
            d={steps.line}
            className="fill-none stroke-brand"
            strokeWidth={2}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div aria-hidden className="flex justify-between gap-3 ps-12 text-xs text-ink-soft">
        <span>{end(steps.first)}</span>
        <span>{isOneDay ? format.dateTime(new Date(steps.last), timeParts) : end(steps.last)}</span>
      </div>
    </figure>
  );
}
