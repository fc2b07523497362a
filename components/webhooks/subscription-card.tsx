'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { ListSkeleton } from '@/components/ui/list/list-skeleton';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { knownKey } from '@/lib/shared/known-key';
import { SubscriptionControls } from './subscription-controls';
import { SubscriptionFacts } from './subscription-facts';
import { SubscriptionTopics } from './subscription-topics';
import { TestEventPart } from './test-event-part';
import type { SubscriptionActions } from './use-subscription-write';
import { subscriptionOptions } from './webhooks-queries';

const tones = { active: 'good', disabled: 'warn', revoked: 'neutral' } satisfies Record<string, Tone>;

type SubscriptionCardProps = { installId: string; actions: SubscriptionActions };

/** Card with the webhook subscription: its status, its topics, its secret and a test event. */
export function SubscriptionCard({ installId, actions }: SubscriptionCardProps) {
  const t = useTranslations('sync.subscription');
  const read = useQuery(subscriptionOptions(installId));
  const view = read.data;
  if (!view)
    return (
      <Card title={t('title')}>
        {read.isPending ? (
          <ListSkeleton label={t('loading')} />
        ) : (
          <ReadProblem error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Card>
    );
  const { subscription } = view;
  const status = knownKey(tones, subscription?.status ?? null);
  // React key of the form. It changes if the topics or their scopes have changed, for example after a save. The form
  // then starts again with the new values.
  const version = view.topics
    .map(({ isSubscribed, isGranted }) => (isGranted ? Number(isSubscribed) : '-'))
    .join('');
  return (
    <div data-subscription={subscription?.status ?? 'none'}>
      <Card
        title={t('title')}
        aside={
          <Badge tone={status ? tones[status] : 'neutral'}>
            {t(`status.${subscription ? (status ?? 'other') : 'none'}`)}
          </Badge>
        }
      >
        <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-1 *:last:pb-1">
          {subscription ? (
            <SubscriptionFacts subscription={subscription} previousUntil={view.previousUntil} />
          ) : (
            <p className="text-sm">{t('none')}</p>
          )}
          <Part title={t('topics.title')} hint={t('topics.hint')}>
            <SubscriptionTopics key={version} installId={installId} view={view} change={actions.change} />
          </Part>
          <Part title={t('secret.title')} hint={t('secret.hint')}>
            <SubscriptionControls installId={installId} view={view} actions={actions} />
          </Part>
          <Part title={t('test.title')} hint={t('test.hint')}>
            <TestEventPart installId={installId} view={view} sendTest={actions.sendTest} />
          </Part>
        </div>
      </Card>
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-bold">{title}</h3>
        <p className="text-sm text-ink-soft">{hint}</p>
      </div>
      {children}
    </div>
  );
}
