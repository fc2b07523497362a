'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { EventName } from '@/components/ui/text/event-name';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import type { SubscriptionView, TopicView } from '@/lib/webhooks/subscription-view';
import { knownKey } from '@/lib/shared/known-key';
import { SubscriptionProblem } from './subscription-problem';
import { type SubscriptionActions, useSubscriptionWrite } from './use-subscription-write';

type SubscriptionTopicsProps = {
  installId: string;
  view: SubscriptionView;
  change: SubscriptionActions['change'];
};

const groups = { orders_read: true, products_read: true, inventory_read: true, none: true };

/**
 * Form with the topics of the webhook subscription, grouped by the scope that each topic needs. A topic whose scope is
 * missing stays visible, and a note says that the scope is missing.
 */
export function SubscriptionTopics({ installId, view, change }: SubscriptionTopicsProps) {
  const t = useTranslations('sync.subscription.topics');
  const granted = view.topics.filter(({ isGranted }) => isGranted);
  const before = granted.filter(({ isSubscribed }) => isSubscribed).map(({ name }) => name);
  const isNew = view.subscription === null;
  // If there is no subscription yet, all topics that the scopes allow are selected. The mirror (our copy of
  // the store's data) needs all of these topics.
  const [chosen, setChosen] = useState(() => (isNew ? granted.map(({ name }) => name) : before));
  const { send, sending, outcome, input } = useSubscriptionWrite<{ topics: TopicView['name'][] }>(
    change,
    installId,
  );
  const isChanged = isNew || chosen.length !== before.length || chosen.some((name) => !before.includes(name));
  const scopes = [...new Set(view.topics.map(({ scope }) => scope))];
  const toggle = (name: TopicView['name'], isOn: boolean) =>
    setChosen((now) => (isOn ? [...now, name] : now.filter((one) => one !== name)));
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {scopes.map((scope) => (
          <TopicGroup
            key={scope ?? 'none'}
            scope={scope}
            topics={view.topics.filter((topic) => topic.scope === scope)}
            chosen={chosen}
            toggle={toggle}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={isChanged ? 'primary' : 'secondary'}
          disabled={!isChanged || chosen.length === 0}
          pending={sending}
          onClick={() => void send({ topics: chosen })}
        >
          {t(isNew ? 'subscribe' : 'save')}
        </Button>
        <p role="status" className="text-sm text-ink-soft">
          {chosen.length === 0 ? t('atLeastOne') : outcome?.code === 'succeeded' && !isChanged && t('saved')}
        </p>
      </div>
      <SubscriptionProblem outcome={outcome} again={() => input && void send(input)} />
    </div>
  );
}

type TopicGroupProps = {
  scope: string | null;
  topics: TopicView[];
  chosen: string[];
  toggle: (name: TopicView['name'], isOn: boolean) => void;
};

function TopicGroup({ scope, topics, chosen, toggle }: TopicGroupProps) {
  const t = useTranslations('sync.subscription.topics');
  const group = knownKey(groups, scope === null ? 'none' : scope.replace(':', '_'));
  const isOff = topics.some(({ isGranted }) => !isGranted);
  return (
    <fieldset className="min-w-0">
      <legend className="text-xs font-semibold text-ink-soft">{t(`groups.${group ?? 'other'}`)}</legend>
      {topics.map(({ name, isGranted }) => (
        <Checkbox
          key={name}
          label={<EventName topic={name} />}
          checked={isGranted && chosen.includes(name)}
          disabled={!isGranted}
          onChange={(event) => toggle(name, event.target.checked)}
        />
      ))}
      {isOff && <MissingScope>{t('noScope')}</MissingScope>}
    </fieldset>
  );
}
