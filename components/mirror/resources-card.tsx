'use client';

import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/text/relative-time';
import { Cell, HeaderCell, Row, Table } from '@/components/ui/list/table';
import type { ResourceSync } from '@/lib/mirror/sync-resources';
import { ResourceName } from './resource-name';

const tones: Record<ResourceSync['state'], Tone> = {
  no_scope: 'neutral',
  failing: 'warn',
  running: 'info',
  waiting: 'info',
  ended: 'good',
  never: 'neutral',
};

/**
 * Table with the times of the last reads of each resource. A full sweep (a read of the whole list) finds all changes
 * and deletions (M12). All other reads find only recent changes.
 */
export function ResourcesCard({ resources }: { resources: ResourceSync[] }) {
  const t = useTranslations('sync.readings');
  return (
    <section className="flex flex-col gap-2.5">
      <h2 className="text-base font-bold">{t('title')}</h2>
      <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-surface sm:shadow-card">
        <Table
          caption={t('title')}
          head={
            <>
              <HeaderCell>{t('what')}</HeaderCell>
              <HeaderCell>{t('state')}</HeaderCell>
              <HeaderCell>{t('changes')}</HeaderCell>
              <HeaderCell>{t('whole')}</HeaderCell>
              <HeaderCell className="text-end">{t('rows')}</HeaderCell>
            </>
          }
        >
          {resources.map((resource) => (
            <ResourceRow key={resource.resource} {...resource} />
          ))}
        </Table>
      </div>
    </section>
  );
}

function ResourceRow({ resource, state, whole, changesReadAt }: ResourceSync) {
  const t = useTranslations('sync.readings');
  const onPhone = (label: string) => <span className="text-ink-soft sm:hidden">{label}: </span>;
  // If the app lacks the scope of a resource, it can no longer read the resource. The times of earlier reads are then
  // hidden.
  const isHidden = state === 'no_scope';
  return (
    <Row data-resource={resource} data-state={state}>
      <Cell className="font-semibold max-sm:order-1">
        <ResourceName resource={resource} />
      </Cell>
      <Cell className="max-sm:order-2">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      </Cell>
      <Cell
        className={
          changesReadAt && !isHidden ? 'max-sm:order-3 max-sm:col-span-2 max-sm:text-xs' : 'max-sm:hidden'
        }
      >
        {onPhone(t('changes'))}
        {changesReadAt && !isHidden ? <RelativeTime at={changesReadAt} /> : t('onlyWhole')}
      </Cell>
      <Cell className="max-sm:order-4 max-sm:col-span-2 max-sm:text-xs">
        {onPhone(t('whole'))}
        {isHidden ? t('hidden') : whole ? <RelativeTime at={whole.endedAt} /> : t('never')}
      </Cell>
      <Cell className="text-end whitespace-nowrap text-ink-soft max-sm:order-5 max-sm:col-span-2 max-sm:text-start max-sm:text-xs">
        {whole && !isHidden && t('rowsIn', { count: whole.rows, seconds: whole.seconds })}
      </Cell>
    </Row>
  );
}
