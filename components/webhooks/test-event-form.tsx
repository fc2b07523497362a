'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EventName } from '@/components/ui/text/event-name';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/input';
import { ProgressBar } from '@/components/ui/feedback/progress-bar';
import { Select } from '@/components/ui/form/select';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import type { TopicView } from '@/lib/webhooks/subscription-view';
import { readOverrides } from '@/lib/webhooks/read-overrides';
import { SubscriptionProblem } from './subscription-problem';
import { type SubscriptionActions, useSubscriptionWrite } from './use-subscription-write';
import { testEventOptions } from './webhooks-queries';

type TestEventFormProps = {
  installId: string;
  /** Topics of the webhook subscription. */
  topics: TopicView['name'][];
  sendTest: SubscriptionActions['sendTest'];
};

type Input = { event: { topic: TopicView['name']; data?: Record<string, unknown> } };

/**
 * Form that requests a test event from the platform, with a topic and optional fields. It shows whether the
 * event has arrived.
 */
export function TestEventForm({ installId, topics, sendTest }: TestEventFormProps) {
  const t = useTranslations('sync.subscription.test');
  const [topic, setTopic] = useState<string>();
  const [text, setText] = useState('');
  const { send, sending, outcome, input } = useSubscriptionWrite<Input, { eventId: string }>(
    sendTest,
    installId,
  );
  const overrides = readOverrides(text);
  const chosen = topics.find((name) => name === topic) ?? topics[0];
  const press = () => {
    if (!overrides.ok || !chosen) return;
    const { data } = overrides;
    void send({ event: { topic: chosen, ...(data && { data }) } });
  };
  return (
    <form
      className="flex flex-col gap-4 sm:max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <Field label={t('topic')}>
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setTopic(event.target.value)}>
            {topics.map((name) => (
              <option key={name} value={name}>
                <EventName topic={name} />
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('overrides')}
        aside={t('optional')}
        hint={t('overridesHint')}
        error={overrides.ok ? undefined : t(`overridesProblem.${overrides.problem}`)}
      >
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={4}
            spellCheck={false}
            className="font-mono rtl:text-start"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={!overrides.ok} pending={sending}>
          {t('send')}
        </Button>
      </div>
      <SubscriptionProblem outcome={outcome} again={() => input && void send(input)} />
      {outcome?.code === 'succeeded' && <Arrival installId={installId} eventId={outcome.result.eventId} />}
    </form>
  );
}

const pollEveryMs = 2_000;

function Arrival({ installId, eventId }: { installId: string; eventId: string }) {
  const t = useTranslations('sync.subscription.test');
  const hasEnded = useSessionEnd() !== null;
  const { data } = useQuery({
    ...testEventOptions(installId, eventId),
    refetchInterval: ({ state }) => (state.data?.receivedAt || hasEnded ? false : pollEveryMs),
  });
  const hasCome = Boolean(data?.receivedAt);
  return (
    <div data-test-event={hasCome ? 'received' : 'sent'} className="flex flex-col gap-1 text-sm">
      {hasCome ? (
        <p role="status" className="text-good">
          {t('received')}
        </p>
      ) : (
        <ProgressBar label={t('sent')} />
      )}
      <p className="text-xs text-ink-soft">
        {t('eventId')} <bdi dir="ltr">{eventId}</bdi>
      </p>
    </div>
  );
}
