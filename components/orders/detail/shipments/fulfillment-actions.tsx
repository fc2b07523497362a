'use client';

import { Check, Pencil, Truck, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/overlay/menu';
import type { MenuEntry } from '@/components/ui/overlay/menu-list';
import { useMissingScopes } from '@/components/ui/scopes-context';
import { useToast } from '@/components/ui/feedback/toast';
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

type FulfillmentActionsProps = {
  target: FulfillmentTarget;
  fulfillment: ViewedFulfillment;
  action: OrderActions['changeFulfillment'];
  onChanged: (skipped: SkippedStatus) => void;
};

/** The next step after each status (FUL-4). A status without a next step is final or unknown. */
const nextStep = {
  pending: { status: 'shipped', Icon: Truck },
  shipped: { status: 'delivered', Icon: Check },
} as const;

const terminal = { delivered: true, cancelled: true };

const loadTracking = () => import('./tracking-sheet').then(({ TrackingSheet }) => TrackingSheet);
const loadCancel = () =>
  import('./cancel-fulfillment-sheet').then(({ CancelFulfillmentSheet }) => CancelFulfillmentSheet);

/** The actions on one shipment: the next step as a button, tracking and cancelling in a menu. */
export function FulfillmentActions(props: FulfillmentActionsProps) {
  const { target, fulfillment, action, onChanged } = props;
  const t = useTranslations('fulfill');
  const toast = useToast();
  const tracking = useLazySheet(loadTracking);
  const cancel = useLazySheet(loadCancel);
  const isForbidden = useMissingScopes('fulfillments:write').length > 0;
  const write = useOrderWrite<{ change: FulfillmentChange }, FulfillmentTarget>(
    action,
    target,
    (written, { change }) => {
      onChanged(skippedStatus(written));
      const done = knownKey({ shipped: true, delivered: true, cancelled: true }, change.status ?? null);
      toast({ text: t(done ? `changed.${done}` : 'changed.tracking') });
    },
  );
  const problem = <WriteProblem outcome={write.sending ? null : withoutOrderStatus(write.outcome)} />;
  // A finished shipment cannot be changed, but an earlier refusal is still shown.
  if (knownKey(terminal, fulfillment.status)) return problem;
  const step = knownKey(nextStep, fulfillment.status);
  const change = (requested: FulfillmentChange) => void write.send({ change: requested });
  const entries: MenuEntry[] = [
    {
      key: 'tracking',
      label: t('editTracking'),
      icon: <Pencil aria-hidden />,
      onSelect: tracking.show,
      disabled: write.sending,
    },
  ];
  if (step)
    entries.push({
      key: 'cancel',
      label: t('cancelShipment'),
      icon: <Undo2 aria-hidden />,
      onSelect: cancel.show,
      disabled: write.sending,
      danger: true,
      divided: true,
    });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {write.isOutcomeUnknown && write.input && (
          <Button pending={write.sending} onClick={() => write.input && change(write.input.change)}>
            {t('readAgain')}
          </Button>
        )}
        {!write.isOutcomeUnknown && step && (
          <StepButton step={step} disabled={isForbidden} sending={write.sending} onPress={change} />
        )}
        {!write.isOutcomeUnknown && !isForbidden && (
          <Menu label={t('more')} labelHidden variant="quiet" entries={entries} />
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
  sending: boolean;
  onPress: (change: FulfillmentChange) => void;
};

function StepButton({ step, disabled, sending, onPress }: StepButtonProps) {
  const t = useTranslations('fulfill');
  const { status, Icon } = nextStep[step];
  return (
    <Button disabled={disabled} pending={sending} onClick={() => onPress({ status })}>
      {!sending && <Icon aria-hidden className="size-4" />}
      {sending ? t('sending') : t(`step.${status}`)}
    </Button>
  );
}

/**
 * Removes the status from a refusal. Here it is the shipment's status, which is already shown above, but the text would
 * call it the order's status.
 */
function withoutOrderStatus<Outcome extends { code: string } | null>(outcome: Outcome): Outcome {
  return outcome?.code === 'refused' ? { ...outcome, currentStatus: null } : outcome;
}
