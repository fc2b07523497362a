'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { NumberText } from '@/components/ui/text/number-text';
import { Skeleton } from '@/components/ui/feedback/skeleton';
import type { QuoteFunnel } from '@/lib/quotes/quote-view';
import { funnelOptions } from '@/components/quotes/quotes-queries';

const steps = ['sent', 'opened', 'accepted', 'declined'] as const;
const styles = { sent: 'bg-line-strong', opened: 'bg-info', accepted: 'bg-good', declined: 'bg-warn' };

/**
 * Minimum number of sent quotes for the percentages, and minimum number of accepted quotes for the median time. With
 * fewer quotes, these figures would mean little, so they are hidden.
 */
const shareMin = 5;

/**
 * Funnel of the quotes that were first sent in the last 90 days: the number of quotes that reached each step. If at
 * least five quotes were sent, each step also has its percentage of the sent quotes.
 */
export function QuoteFunnelBar({ installId }: { installId: string }) {
  const t = useTranslations('quotes.funnel');
  const funnel = useQuery(funnelOptions(installId));
  // The screen is useful without the funnel of quotes. If its numbers cannot be read, the funnel is hidden until a read
  // succeeds.
  if (funnel.isError && !funnel.data) return null;
  if (!funnel.data) return <Skeleton className="h-28" />;
  return (
    <section
      aria-label={t('title')}
      className="flex min-h-28 flex-col justify-center gap-2 rounded-card border border-line bg-surface px-4 py-3 shadow-card"
    >
      <dl className="grid grid-cols-4 gap-2">
        {steps.map((step) => (
          <Step key={step} step={step} funnel={funnel.data} />
        ))}
      </dl>
      <p className="text-xs text-ink-soft">
        {t('title')}
        {funnel.data.medianHours !== null && funnel.data.accepted >= shareMin && (
          <>
            <span aria-hidden> · </span>
            <MedianTime hours={funnel.data.medianHours} />
          </>
        )}
      </p>
    </section>
  );
}

function Step({ step, funnel }: { step: (typeof steps)[number]; funnel: QuoteFunnel }) {
  const t = useTranslations('quotes.funnel');
  const format = useFormatter();
  const count = funnel[step];
  const hasShare = funnel.sent >= shareMin;
  const share = hasShare ? count / funnel.sent : 0;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="truncate text-xs text-ink-soft">{t(step)}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-lg leading-none font-bold" data-step={step}>
        <NumberText value={count} />
        {step !== 'sent' && hasShare && (
          <bdi className="text-xs font-normal text-ink-soft" suppressHydrationWarning>
            {format.number(share, { style: 'percent' })}
          </bdi>
        )}
      </dd>
      {hasShare && (
        <div aria-hidden className="h-1.5 overflow-hidden rounded-full border border-transparent bg-sunken">
          <div
            style={{ inlineSize: `${100 * share}%` }}
            className={`h-full rounded-full forced-color-adjust-none ${styles[step]}`}
          />
        </div>
      )}
    </div>
  );
}

/** Median of the time from sending a quote until its acceptance. */
function MedianTime({ hours }: { hours: number }) {
  const t = useTranslations('quotes.funnel.median');
  if (hours < 1) return t('minutes', { count: Math.max(1, Math.round(hours * 60)) });
  if (hours < 48) return t('hours', { count: Math.round(hours) });
  return t('days', { count: Math.round(hours / 24) });
}
