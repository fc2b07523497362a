'use client';

import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import { useRight } from '@/components/ui/role-context';
import type { SubscriptionView } from '@/lib/webhooks/subscription-view';
import type { SubscriptionActions } from './use-subscription-write';

const loadForm = () => import('./test-event-form').then(({ TestEventForm }) => TestEventForm);

type TestEventPartProps = {
  installId: string;
  view: SubscriptionView;
  sendTest: SubscriptionActions['sendTest'];
};

/**
 * Button that opens the form for a test event. In three cases, the button is disabled and a note says why: on a real
 * store, without an active webhook subscription, or without the right.
 */
export function TestEventPart({ installId, view, sendTest }: TestEventPartProps) {
  const t = useTranslations('sync.subscription.test');
  const [isOpen, setIsOpen] = useState(false);
  const renderForm = useLazy(loadForm, isOpen, () => setIsOpen(false));
  const topics = view.topics.filter(({ isGranted, isSubscribed }) => isGranted && isSubscribed);
  const isReady = view.subscription?.status === 'active' && topics.length > 0;
  const mayChange = useRight('change_settings');
  const isOff = !view.isDevelopment || !isReady || !mayChange;
  if (renderForm && !isOff)
    return renderForm({ installId, topics: topics.map(({ name }) => name), sendTest });
  return (
    <div className="flex flex-col items-start gap-3">
      <Button disabled={isOff} pending={isOpen && !isOff} onClick={() => setIsOpen(true)}>
        <FlaskConical aria-hidden className="size-4" />
        {t('open')}
      </Button>
      {isOff && (
        <MissingScope needs="change_settings">
          {t(view.isDevelopment ? 'notActive' : 'realStore')}
        </MissingScope>
      )}
    </div>
  );
}
