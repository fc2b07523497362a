'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/feedback/banner';
import { RoleNote } from '@/components/ui/feedback/role-note';
import { useToast } from '@/components/ui/feedback/toast';
import { Button } from '@/components/ui/button';
import { useRight } from '@/components/ui/role-context';
import type { TopicView } from '@/lib/webhooks/subscription-view';
import { SubscriptionProblem } from './subscription-problem';
import { type SubscriptionActions, useSubscriptionWrite } from './use-subscription-write';

export type MissingTopicsProps = {
  installId: string;
  /**
   * Topics for which the platform sends no events although their scopes are granted. The list has at least one topic.
   */
  missing: TopicView[];
  /** All topics whose scopes are granted. The button subscribes to all topics in this list. */
  granted: TopicView[];
  change: SubscriptionActions['change'];
  delays: UpdateDelays;
};

/**
 * Time until the app finds a change for which no event arrives. `changesMinutes` applies to all changes except the
 * deletion of a product, `deletionsHours` to that deletion.
 */
export type UpdateDelays = { changesMinutes: number; deletionsHours: number };

/**
 * What it means for a merchant that a webhook topic is missing, by the scope of the topic. Several topics can have the
 * same meaning.
 */
const effects = {
  'orders:read': 'orders',
  'products:read': 'products',
  'inventory:read': 'stock',
} as const;

/**
 * Lists the changes of the store for which no events arrive, and says how long the app needs to find such changes. One
 * button subscribes to all topics whose scopes are granted.
 */
export function MissingTopics({ installId, missing, granted, change, delays }: MissingTopicsProps) {
  const t = useTranslations('connection.missingTopics');
  const toast = useToast();
  const mayChange = useRight('change_settings');
  const topics = granted.map(({ name }) => name);
  const { send, sending, outcome, input } = useSubscriptionWrite<{ topics: TopicView['name'][] }>(
    change,
    installId,
    ({ code }) => code === 'succeeded' && toast({ text: t('done') }),
  );
  return (
    <div data-missing-topics={missing.length} className="flex flex-col gap-2">
      <Banner
        tone="warn"
        title={t('title')}
        actions={
          <Button disabled={!mayChange} pending={sending} onClick={() => void send({ topics })}>
            {t('turnOn')}
          </Button>
        }
      >
        <ul className="list-disc ps-5">
          {[...new Set(missing.map(effectOf))].map((effect) => (
            <li key={effect}>
              {t(effect, { minutes: delays.changesMinutes, hours: delays.deletionsHours })}
            </li>
          ))}
        </ul>
      </Banner>
      <RoleNote needs="change_settings" />
      <SubscriptionProblem outcome={outcome} again={() => input && void send(input)} />
    </div>
  );
}

function effectOf({ name, scope }: TopicView) {
  if (name === 'product.deleted') return 'deletedProducts';
  return scope !== null && scope in effects ? effects[scope as keyof typeof effects] : 'removal';
}
