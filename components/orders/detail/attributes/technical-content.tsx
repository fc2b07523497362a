import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { ConfirmationMark } from '@/components/orders/shared/confirmation-mark';
import { EventName } from '@/components/orders/detail/timeline/timeline-event-name';
import { RequestIds } from '@/components/orders/detail/timeline/request-ids';
import { OrderAttributesCard } from './order-attributes-card';
import { OrderReferenceCard } from './order-reference-card';

type ReferenceProps = ComponentProps<typeof OrderReferenceCard>;

/** Content of the section "Technical details" of the order page. */
export function TechnicalContent({ appOrigin, ...change }: ReferenceProps) {
  const t = useTranslations('orderPage.technical');
  const { confirmation, timeline } = change.view;
  const written = timeline.events.filter(({ action }) => action && action.requestIds.length > 0);
  return (
    <>
      {confirmation !== null && (
        <p className="px-4 pb-3.5 sm:px-5">
          <ConfirmationMark confirmation={confirmation} />
        </p>
      )}
      <OrderReferenceCard {...change} appOrigin={appOrigin} />
      <OrderAttributesCard {...change} />
      {written.length > 0 && (
        <section className="border-t border-line px-4 py-3.5 sm:px-5">
          <h3 className="mb-2.5 text-sm font-bold">{t('requestIds')}</h3>
          <ul className="flex flex-col gap-2 text-sm">
            {written.map((event) => (
              <li key={event.key}>
                <EventName event={event} />
                <RequestIds ids={event.action?.requestIds ?? []} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
