'use client';

import { KeyRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import { useRight } from '@/components/ui/role-context';
import { RoleNote } from '@/components/ui/feedback/role-note';
import type { SubscriptionView, TopicView } from '@/lib/webhooks/subscription-view';
import { SubscriptionProblem } from './subscription-problem';
import { type SubscriptionActions, useSubscriptionWrite } from './use-subscription-write';

type SubscriptionControlsProps = {
  installId: string;
  view: SubscriptionView;
  actions: Pick<SubscriptionActions, 'change' | 'remove'>;
};

/**
 * Buttons that rotate the secret of the webhook subscription or remove the subscription. Each button first asks for
 * confirmation and says what will happen.
 */
export function SubscriptionControls({ installId, view, actions }: SubscriptionControlsProps) {
  const t = useTranslations('sync.subscription.secret');
  const [confirming, setConfirming] = useState<'rotate' | 'remove' | null>(null);
  const rotation = useSubscriptionWrite<{ topics: TopicView['name'][]; rotateSecret: true }>(
    actions.change,
    installId,
  );
  const removal = useSubscriptionWrite<object>(actions.remove, installId);
  const topics = view.topics.filter(({ isGranted, isSubscribed }) => isGranted && isSubscribed);
  const isOff = view.subscription === null || topics.length === 0;
  const [mayChange, mayDisconnect] = [useRight('change_settings'), useRight('disconnect')];
  const rotate = () => void rotation.send({ topics: topics.map(({ name }) => name), rotateSecret: true });
  const remove = () => void removal.send({});
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isOff || !mayChange}
          pending={rotation.sending}
          onClick={() => setConfirming('rotate')}
        >
          <KeyRound aria-hidden className="size-4" />
          {t('rotate')}
        </Button>
        <Button
          disabled={view.subscription === null || !mayDisconnect}
          pending={removal.sending}
          onClick={() => setConfirming('remove')}
        >
          {t('remove')}
        </Button>
      </div>
      <RoleNote needs="disconnect" />
      {isOff && <MissingScope>{t('noSubscription')}</MissingScope>}
      {rotation.outcome?.code === 'succeeded' && view.previousUntil && (
        <p role="status" className="text-sm text-good">
          {t('rotated')}
        </p>
      )}
      <SubscriptionProblem outcome={rotation.outcome} again={rotate} />
      <SubscriptionProblem outcome={removal.outcome} again={remove} />
      <Dialog
        open={confirming !== null}
        onOpenChange={(open) => !open && setConfirming(null)}
        title={t(confirming === 'remove' ? 'removeTitle' : 'rotateTitle')}
        description={t(confirming === 'remove' ? 'removeBody' : 'rotateBody')}
        actions={
          <>
            <Button onClick={() => setConfirming(null)}>{t('keep')}</Button>
            <Button
              variant={confirming === 'remove' ? 'danger' : 'primary'}
              onClick={() => {
                setConfirming(null);
                if (confirming === 'remove') remove();
                else rotate();
              }}
            >
              {t(confirming === 'remove' ? 'removeNow' : 'rotateNow')}
            </Button>
          </>
        }
      />
    </div>
  );
}
