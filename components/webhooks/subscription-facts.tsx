'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Facts } from '@/components/ui/list/facts';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { SubscriptionView } from '@/lib/webhooks/subscription-view';
import { dateTimeParts } from '@/lib/shared/locale';

type SubscriptionFactsProps = {
  subscription: NonNullable<SubscriptionView['subscription']>;
  previousUntil: string | null;
};

/** Facts about the webhook subscription: our URL to which the platform delivers, and whether deliveries work. */
export function SubscriptionFacts({ subscription, previousUntil }: SubscriptionFactsProps) {
  const t = useTranslations('sync.subscription.facts');
  const format = useFormatter();
  const { endpointUrl, isOurs, status, failures, activatedAt, disabledAt } = subscription;
  return (
    <div className="flex flex-col gap-3">
      {status !== 'active' && <p className="text-sm text-warn">{t('notActive')}</p>}
      {!isOurs && <p className="text-sm text-warn">{t('elsewhere')}</p>}
      <Facts
        facts={[
          {
            label: t('endpoint'),
            value: (
              <bdi dir="ltr" className="break-all">
                {endpointUrl}
              </bdi>
            ),
          },
          ...(activatedAt ? [{ label: t('since'), value: <RelativeTime at={activatedAt} /> }] : []),
          ...(disabledAt ? [{ label: t('disabled'), value: <RelativeTime at={disabledAt} /> }] : []),
          { label: t('failures'), value: t('failuresInARow', { count: failures }) },
          ...(previousUntil
            ? [
                {
                  label: t('previous'),
                  value: t('previousUntil', {
                    time: format.dateTime(new Date(previousUntil), dateTimeParts),
                  }),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
