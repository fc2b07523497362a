'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { FoldedCard } from '@/components/orders/detail/folded-card';
import { Spinner } from '@/components/ui/feedback/spinner';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';

/** The code of the events is loaded when the user first opens the section. */
const Events = dynamic(() => import('./timeline-events').then(({ TimelineEvents: events }) => events), {
  ssr: false,
  loading: () => <Spinner />,
});

/**
 * Closed section with the history of the order. The line of the section shows when the order last changed. The section
 * opens automatically if a person must check an event.
 */
export function OrderTimelineCard({ timeline }: { timeline: OrderTimeline }) {
  const t = useTranslations('orderPage.timeline');
  const { events } = timeline;
  const last = events[0]?.at;
  return (
    <FoldedCard
      name="timeline"
      title={t('title')}
      summary={last && t.rich('last', { age: () => <RelativeTime key="age" at={last} /> })}
      opensItself={() => events.some(({ action }) => action?.state === 'needs_review')}
    >
      {() => <Events timeline={timeline} />}
    </FoldedCard>
  );
}
