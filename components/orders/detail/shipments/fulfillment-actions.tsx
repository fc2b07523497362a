'use client';

import { Check, Truck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/feedback/toast';
import { UndoBar } from '@/components/ui/feedback/undo-bar';
import { useUndoWindow } from '@/components/ui/feedback/use-undo-window';
import type { FulfillmentChange } from '@/lib/orders/order/fulfillment/fulfill-draft';
import type { ViewedFulfillment } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';
import { type SkippedStatus, skippedStatus } from '@/components/orders/detail/status-skipped';
import { useLazySheet } from '@/components/orders/detail/use-lazy-sheet';
import {
  type FulfillmentTarget,
  type OrderActions,
  useOrderWrite,
} from '@/components/orders/detail/use-order-write';
import { WriteProblem } from '@/components/orders/detail/write-problem';
import { useIsOff } from '@/components/ui/role-context';
import type { ParcelSenders } from './parcel-senders';

type FulfillmentActionsProps = {
  target: FulfillmentTarget;
  fulfillment: ViewedFulfillment;
  action: OrderActions['changeFulfillment'];
  onChanged: (skipped: SkippedStatus) => void;
  parcelSenders: ParcelSenders;
};

/**
 * Next status for each fulfillment status (FUL-4). A status that is not listed has no next status, because it
 * is final or unknown to the app.
 */
const nextStep = {
  pending: { status: 'shipped', Icon: Truck },
  shipped: { status: 'delivered', Icon: Check },
} as const;

const terminal = { delivered: true, cancelled: true };

const loadTracking = () => import('./tracking-sheet').then(({ TrackingSheet }) => TrackingSheet);
const loadCancel = () =>
  import('./cancel-fulfillment-sheet').then(({ CancelFulfillmentSheet }) => CancelFulfillmentSheet);

/**
 * Actions on one fulfillment. The first button sets the next status. The other buttons change the tracking data or
 * cancel the fulfillment. The actions are buttons and not a menu, because a phone shows only one menu with three dots,
 * which belongs to the whole order.
 */
export function FulfillmentActions(props: FulfillmentActionsProps) {
  const { target, fulfillment, action, onChanged, parcelSenders } = props;
  const t = useTranslations('fulfill');
  const toast = useToast();
  const tracking = useLazySheet(loadTracking);
  const cancel = useLazySheet(loadCancel);
  const isForbidden = useIsOff('fulfil', 'fulfillments:write');
  const write = useOrderWrite<{ change: FulfillmentChange }, FulfillmentTarget>(
    action,
    target,
    (written, { change }) => {
      onChanged(skippedStatus(written));
      const done = knownKey({ shipped: true, delivered: true, cancelled: true }, change.status ?? null);
      toast({ text: t(done ? `changed.${done}` : 'changed.tracking') });
    },
  );
  const undoWindow = useUndoWindow(fulfillment.id);
  const box = useRef<HTMLDivElement>(null);
  const isWaiting = undoWindow.secondsLeft !== null;
  const isBusy = write.sending || write.isOutcomeUnknown;
  useEffect(() => {
    parcelSenders.register(fulfillment.id, async () => {
      if (isBusy || isWaiting) return false;
      await write.send({ change: { status: 'delivered' } });
      return true;
    });
  });
  const problem = <WriteProblem outcome={write.sending ? null : withoutOrderStatus(write.outcome)} />;
  // A delivered or cancelled fulfillment cannot be changed, so no buttons are shown. If an earlier change was
  // refused, the refusal is still shown.
  if (knownKey(terminal, fulfillment.status)) return problem;
  const step = knownKey(nextStep, fulfillment.status);
  const change = (requested: FulfillmentChange) => void write.send({ change: requested });
  const move = ({ status }: (typeof nextStep)[keyof typeof nextStep]) => {
    // The status "delivered" cannot be changed back, so this change is sent after some seconds, in which the user can
    // undo it. All other statuses are sent immediately, because a shipment with one of them can still be cancelled.
    if (status === 'delivered') undoWindow.start(() => change({ status }));
    else change({ status });
  };
  const isLocked = write.sending || isWaiting;
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      <UndoBar undoWindow={undoWindow} onUndone={() => box.current?.focus()}>
        {t('deliver.waiting')}
      </UndoBar>
      <div className="flex flex-wrap items-center gap-2">
        {write.isOutcomeUnknown && write.input && (
          <Button pending={write.sending} onClick={() => write.input && change(write.input.change)}>
            {t('readAgain')}
          </Button>
        )}
        {!write.isOutcomeUnknown && step && (
          <StepButton
            step={step}
            disabled={isForbidden}
            isWaiting={isWaiting}
            sending={write.sending}
            onPress={() => move(nextStep[step])}
          />
        )}
        {!write.isOutcomeUnknown && !isForbidden && (
          <>
            <Button variant="quiet" disabled={isLocked} pending={tracking.isComing} onClick={tracking.show}>
              {t('editTracking')}
            </Button>
            {step && (
              <Button
                variant="quiet"
                className="text-bad!"
                disabled={isLocked}
                pending={cancel.isComing}
                onClick={cancel.show}
              >
                {t('cancelShipment')}
              </Button>
            )}
          </>
        )}
      </div>
      {problem}
      {tracking.render({ fulfillment, onSave: change })}
      {cancel.render({ onCancel: () => change({ status: 'cancelled' }) })}
    </div>
  );
}

type StepButtonProps = {
  step: keyof typeof nextStep;
  disabled: boolean;
  /** True while the change waits to be sent. During this time the user can undo it. */
  isWaiting: boolean;
  sending: boolean;
  onPress: () => void;
};

function StepButton({ step, disabled, isWaiting, sending, onPress }: StepButtonProps) {
  const t = useTranslations('fulfill');
  const { status, Icon } = nextStep[step];
  return (
    <Button disabled={disabled} pending={sending || isWaiting} onClick={onPress}>
      {!sending && !isWaiting && <Icon aria-hidden className="size-4" />}
      {sending ? t('sending') : t(`step.${status}`)}
    </Button>
  );
}

/**
 * Removes `currentStatus` from the refusal of a fulfillment change. `currentStatus` is the status of the fulfillment
 * here, but WriteProblem would show it as the status of the order.
 */
function withoutOrderStatus<Outcome extends { code: string } | null>(outcome: Outcome): Outcome {
  return outcome?.code === 'refused' ? { ...outcome, currentStatus: null } : outcome;
}
