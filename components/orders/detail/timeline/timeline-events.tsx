'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';
import { TimelineEvent } from './timeline-event';

const shownFirst = 6;

/**
 * History of the order, newest event first. The history may be incomplete, because the app does not receive every
 * event; a text explains that.
 */
export function TimelineEvents({ timeline: { events, isCut } }: { timeline: OrderTimeline }) {
  const t = useTranslations('orderPage.timeline');
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, shownFirst);
  return (
    <div className="border-t border-line px-4 py-3.5 sm:px-5">
      <p className="mb-3 text-sm text-ink-soft">{t('scope')}</p>
      <ol aria-label={t('title')} className="flex flex-col">
        {shown.map((event) => (
          <TimelineEvent key={event.key} event={event} />
        ))}
      </ol>
      {shown.length < events.length && (
        <Button variant="quiet" onClick={() => setIsWhole(true)}>
          {t('more', { count: events.length - shown.length })}
        </Button>
      )}
      {isCut && shown.length === events.length && <p className="text-sm text-ink-soft">{t('cut')}</p>}
    </div>
  );
}
