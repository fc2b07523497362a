'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { ResourceSync } from '@/lib/mirror/sync-resources';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { ResourceName } from './resource-name';

type RepairsCardProps = { view: SyncView; resources: ResourceSync[] };

/**
 * Card with the faults that the app repairs without the merchant. It shows how many differences between the mirror and
 * the platform (drift) were found and repaired. It also shows how many webhook deliveries could not be used
 * (quarantined).
 */
export function RepairsCard({ view, resources }: RepairsCardProps) {
  const t = useTranslations('sync.repairs');
  const { subscription, drift, quarantined } = view;
  const failing = resources.filter(({ state }) => state === 'failing');
  const found = [...new Set(drift.map(({ resource }) => resource))].map((resource) => {
    const own = drift.filter((row) => row.resource === resource);
    const sum = (of: 'lastDay' | 'lastWeek') => own.reduce((total, row) => total + row[of], 0);
    return { resource, day: sum('lastDay'), week: sum('lastWeek') };
  });
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-4 text-sm">
        <p>{t('hint')}</p>
        {subscription.state === 'pending' && <p>{t('pending')}</p>}
        {subscription.state === 'inactive' && <p>{t('inactive')}</p>}
        {failing.map(({ resource }) => (
          <p key={resource}>
            {t.rich('failing', { resource: () => <ResourceName key="resource" resource={resource} /> })}
          </p>
        ))}
        <Part title={t('drift.title')}>
          {found.length === 0 ? (
            <p className="text-ink-soft">{t('drift.none')}</p>
          ) : (
            <ul className="flex flex-col gap-1" data-drift>
              {found.map(({ resource, day, week }) => (
                <li key={resource}>
                  <span className="font-semibold">
                    <ResourceName resource={resource} />
                  </span>
                  : {t('drift.repaired', { week, day })}
                </li>
              ))}
            </ul>
          )}
        </Part>
        <Part title={t('quarantine.title')}>
          {quarantined.length === 0 ? (
            <p className="text-ink-soft">{t('quarantine.none')}</p>
          ) : (
            <ul className="flex flex-col gap-2" data-quarantine>
              {quarantined.map(({ kind, events, newestAt }) => (
                <li key={kind}>
                  {t(`quarantine.kinds.${kind}`)}
                  <span className="block text-xs text-ink-soft">
                    {t.rich('quarantine.events', {
                      count: events,
                      when: () => <RelativeTime key="when" at={newestAt} />,
                    })}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}
